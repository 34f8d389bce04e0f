import { ArrowLeft, ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';

interface StepFooterProps {
  onPrevious: (() => void) | null;
  complete: boolean;
  busy: boolean;
  /** What went wrong, as the form has it. */
  problem: { type?: unknown; message?: string } | undefined;
  /** What to add where nobody could be reached. */
  offlineText?: ReactNode;
}

/** The buttons under a step (KYC-04, KYC-06), and what kept it from being saved. */
export function StepFooter({ onPrevious, complete, busy, problem, offlineText }: StepFooterProps) {
  return (
    <>
      {problem && (
        <Alert tone="danger" title="Not saved yet">
          {problem.type === 'offline'
            ? 'You seem to be offline. What you typed is kept in this tab; go on when you are connected.'
            : problem.message}
          {problem.type === 'offline' && offlineText}
        </Alert>
      )}
      <div className="mt-2 flex justify-between gap-3">
        <Button variant="secondary" disabled={onPrevious === null || busy} onClick={() => onPrevious?.()}>
          <ArrowLeft size={18} aria-hidden="true" />
          Previous
        </Button>
        <Button type="submit" disabled={!complete} busy={busy} busyText="Saving">
          Next
          <ArrowRight size={18} aria-hidden="true" />
        </Button>
      </div>
    </>
  );
}
