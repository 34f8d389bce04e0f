import { useState } from 'react';
import { plural } from '#kernel/plural.ts';
import { codeOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Button } from '#ui/button.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';

interface DiscardDraftProps {
  /** The version to discard. */
  version: number;
  /** Documents that go with it. */
  documents: number;
  label: string;
  onDiscarded: () => void;
  /** Called when it was changed elsewhere meanwhile. */
  onStale: () => void;
}

/** Discards the draft, once it is confirmed. */
export function DiscardDraft({ version, documents, label, onDiscarded, onStale }: DiscardDraftProps) {
  const [open, setOpen] = useState(false);
  const discarding = useCommand(trpc.intake.discardDraft.mutationOptions(), {
    onDone() {
      setOpen(false);
      onDiscarded();
    },
    onFailed(error) {
      if (!['DRAFT_CHANGED', 'ALREADY_SUBMITTED', 'NO_DRAFT'].includes(codeOf(error) ?? '')) return;
      setOpen(false);
      onStale();
    },
  });
  const files =
    documents === 0
      ? ''
      : plural(documents, ' and the document you uploaded', ` and the ${documents} documents you uploaded`);
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={open}
        onClose={() => setOpen(false)}
        onConfirm={() => void discarding.run({ expectedVersion: version })}
        title="Discard this application?"
        description={`What you entered${files} cannot be restored.`}
        confirmLabel="Discard application"
        cancelLabel="Keep it"
        tone="danger"
        busy={discarding.busy}
        busyText="Discarding"
        error={discarding.errorText}
      />
    </>
  );
}
