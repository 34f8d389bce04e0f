import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatDate } from '#kernel/time.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import type { NewSubmission } from './submitted.ts';

/** After a submission: the next steps, and their dates. */
export function ThankYou({ submitted, onAnother }: { submitted: NewSubmission; onAnother: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const steps = [
    ['We review it', 'A reviewer reads your documents and checks the valuation, the income and the title.'],
    [
      `You will hear from us by ${formatDate(submitted.respondBy)}`,
      'We answer within 3 to 5 business days. If something is unclear we ask you, here and by email.',
    ],
    ['It goes on the market', 'Once it is approved, investors can buy shares of it at $100 each.'],
  ] as const;
  return (
    <Card className="mx-auto max-w-2xl">
      <span className="mb-4 grid size-14 place-items-center rounded-full bg-positive-soft text-positive">
        <CircleCheck size={28} aria-hidden="true" />
      </span>
      <h1 ref={heading} tabIndex={-1} className="text-3xl wrap-anywhere">
        Thank you. {submitted.name} is in review
      </h1>
      <h2 className="mt-7 text-xl">Next steps</h2>
      <ol className="mt-3 grid gap-4">
        {steps.map(([title, text], index) => (
          <li key={title} className="flex gap-3.5">
            <span
              aria-hidden="true"
              className="grid size-8 shrink-0 place-items-center rounded-full bg-brass-soft text-sm font-semibold text-brass"
            >
              {index + 1}
            </span>
            <div className="min-w-0">
              <p className="font-semibold">{title}</p>
              <p className="text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <div className="mt-8 flex flex-wrap gap-2.5">
        <Button onClick={onAnother}>Submit Another Property</Button>
        <Link to="/" className={buttonClass({ variant: 'secondary' })}>
          Back to Home
        </Link>
        <Link
          to="/owner-submit/$id"
          params={{ id: submitted.id }}
          className={buttonClass({ variant: 'quiet' })}
        >
          See your submission
        </Link>
      </div>
    </Card>
  );
}
