import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import type { Decidable, DecisionKind, useDecision } from './use-decision.ts';

const ReasonDialog = dialogOnDemand(async () => (await import('#ui/reason-dialog.tsx')).ReasonDialog);

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
    />
  );
}
