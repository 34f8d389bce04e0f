import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { type Decidable, useDecision } from './use-decision.ts';

const ReasonDialog = dialogOnDemand(async () => (await import('#ui/reason-dialog.tsx')).ReasonDialog);

/** Approve and Reject of a pending submission, each asked about before it is done. */
export function DecisionButtons({
  submission,
  figures = [],
  disabled = false,
  small = false,
  onAsking,
}: {
  submission: Decidable;
  /** Figures that the approval lists, once known. */
  figures?: { term: string; value: string }[];
  disabled?: boolean;
  /** In a row of a list. */
  small?: boolean;
  /** When its dialog opens and closes. */
  onAsking?: (isAsking: boolean) => void;
}) {
  const [asked, setAsked] = useState<'approve' | 'reject' | null>(null);
  const { approve, reject, busy, failure, forgetFailure } = useDecision(submission);
  const { name, ownerName } = submission;

  const look = small ? ({ size: 'small', className: 'min-h-10' } as const) : {};

  function ask(about: 'approve' | 'reject' | null) {
    forgetFailure();
    setAsked(about);
    onAsking?.(about !== null);
  }

  return (
    <div className="flex gap-2">
      <Button
        {...look}
        variant={small ? 'secondary' : 'primary'}
        aria-label={`Approve ${name}`}
        disabled={disabled}
        onClick={() => ask('approve')}
      >
        Approve
      </Button>
      <Button
        {...look}
        variant="secondary"
        aria-label={`Reject ${name}`}
        disabled={disabled}
        onClick={() => ask('reject')}
      >
        Reject
      </Button>
      {asked === 'approve' && (
        <ConfirmDialog
          open
          onClose={() => ask(null)}
          onConfirm={async () => {
            if (await approve()) ask(null);
          }}
          title={`Approve ${name}?`}
          description={`It goes on the market right away with the confirmed figures: anyone can see it and buy its shares. ${ownerName} will be notified. You cannot undo this.`}
          confirmLabel="Approve property"
          busy={busy}
          busyText="Approving"
          error={failure}
        >
          {figures.length > 0 && <DescriptionList items={figures} />}
        </ConfirmDialog>
      )}
      {asked === 'reject' && (
        <ReasonDialog
          onClose={() => ask(null)}
          onConfirm={async (reason) => {
            if (await reject(reason)) ask(null);
          }}
          title={`Reject ${name}?`}
          description={`This is final. ${ownerName} sees your reason and can start again with a corrected submission.`}
          confirmLabel="Reject property"
          tone="danger"
          busy={busy}
          busyText="Rejecting"
          error={failure}
          hint="What needs to change. The owner will see it."
          missingText="Give a reason. The owner will see it."
        />
      )}
    </div>
  );
}
