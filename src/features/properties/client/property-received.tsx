import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { PropertyEntity } from '../properties.contract.ts';

export type SubmittedProperty = Pick<PropertyEntity, 'id' | 'name'>;

export function PropertyReceived({
  property,
  onAnother,
}: {
  property: SubmittedProperty;
  onAnother?: () => void;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Card className="mx-auto max-w-xl items-center text-center">
      <span className="mx-auto mb-4 grid size-14 place-items-center rounded-full bg-positive-soft text-positive">
        <CircleCheck size={28} aria-hidden="true" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-3xl wrap-anywhere">
        {property.name} is in review
      </h1>
      <p className="mt-3 text-muted">
        You will hear from us within 3 to 5 business days. Until then only you and our reviewers can see it.
      </p>
      <div className="mt-6 flex flex-wrap justify-center gap-2.5">
        <Link
          to="/property/$id"
          params={{ id: String(property.id) }}
          className={buttonClass({ variant: 'primary' })}
        >
          See your property
        </Link>
        {onAnother && (
          <Button variant="secondary" onClick={onAnother}>
            Submit another
          </Button>
        )}
      </div>
    </Card>
  );
}
