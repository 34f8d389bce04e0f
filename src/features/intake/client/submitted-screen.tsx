import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import type { SavedDraft } from '../intake.contract.ts';
import { progressTexts } from './progress-texts.ts';

/** After the submission, until another property is begun. */
export function SubmittedScreen({ draft, onStarted }: { draft: SavedDraft; onStarted: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const starting = useCommand(trpc.intake.startAnother.mutationOptions(), { onDone: onStarted });
  const { receipt } = draft;
  return (
    <div className="page-width max-w-3xl py-6 sm:py-10">
      <Card as="div" className="text-center">
        <span className="mx-auto mb-4 grid size-14 place-items-center rounded-full bg-positive-soft text-positive">
          <CircleCheck size={28} aria-hidden="true" />
        </span>
        <h1 ref={heading} tabIndex={-1} className="text-3xl sm:text-4xl">
          Application Submitted!
        </h1>
        {progressTexts(receipt, new Date()).map((text, at) => (
          <p key={text} className={joinClasses('mx-auto mt-3 max-w-prose', at === 0 && 'text-muted')}>
            {text}
          </p>
        ))}
        {starting.errorText && (
          <Alert tone="danger" className="mt-5 text-start">
            {starting.errorText}
          </Alert>
        )}
        <div className="mt-7 flex flex-col justify-center gap-3 sm:flex-row">
          <Link to="/owner-dashboard" className={buttonClass()}>
            Go to Owner Dashboard
          </Link>
          <Button variant="secondary" busy={starting.busy} onClick={() => void starting.run()}>
            Submit Another Property
          </Button>
          {receipt && (
            <Link
              to="/owner-submit/$id"
              params={{ id: receipt.id }}
              className={buttonClass({ variant: 'quiet' })}
            >
              See your submission
            </Link>
          )}
        </div>
      </Card>
    </div>
  );
}
