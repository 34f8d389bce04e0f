import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import type { Decidable, useDecision } from './use-decision.ts';

const ReasonDialog = dialogOnDemand(async () => (await import('#ui/reason-dialog.tsx')).ReasonDialog);

export type DecisionKind = 'approve' | 'reject';

/** Approve and Reject of a pending submission; each opens a `DecisionDialog`. */
export function DecisionButtons({
  name,
  small = false,
  onAsk,
}: {
  name: string;
  /** In a row of a list. */
  small?: boolean;
  onAsk: (about: DecisionKind) => void;
}) {
  const look = small ? ({ size: 'small', className: 'min-h-10' } as const) : {};
  return (
    <div className="flex gap-2">
      <Button
        {...look}
        variant={small ? 'secondary' : 'primary'}
        aria-label={`Approve ${name}`}
        onClick={() => onAsk('approve')}
      >
        Approve
      </Button>
      <Button {...look} variant="secondary" aria-label={`Reject ${name}`} onClick={() => onAsk('reject')}>
        Reject
      </Button>
    </div>
  );
}

/** Asks before a submission is approved or rejected. */
export function DecisionDialog({
  about,
  submission: { name, ownerName },
  decision: { approve, reject, busy, failure, clearFailure },
  figures = [],
  isLoading = false,
  loadError,
  onClose,
}: {
  about: DecisionKind;
  submission: Decidable;
  decision: ReturnType<typeof useDecision>;
  /** Figures that the approval lists, once known. */
  figures?: { term: string; value: string }[] | undefined;
  /** Whether the figures are on their way, so that nobody approves without them. */
  isLoading?: boolean;
  /** Why they could not be loaded. */
  loadError?: string | undefined;
  onClose: () => void;
}) {
  function close() {
    clearFailure();
    onClose();
  }

  if (about === 'approve') {
    return (
      <ConfirmDialog
        open
        onClose={close}
        onConfirm={async () => {
          if (await approve()) close();
        }}
        title={`Approve ${name}?`}
        description={`It goes on the market right away with the confirmed figures: anyone can see it and buy its shares. ${ownerName} will be notified. You cannot undo this.`}
        confirmLabel="Approve property"
        disabled={isLoading || loadError !== undefined}
        busy={busy}
        busyText="Approving"
        error={failure ?? (loadError && `The figures could not be loaded. ${loadError}`)}
      >
        {figures.length > 0 && <DescriptionList items={figures} />}
      </ConfirmDialog>
    );
  }
  return (
    <ReasonDialog
      onClose={close}
      onConfirm={async (reason) => {
        if (await reject(reason)) close();
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
  );
}
