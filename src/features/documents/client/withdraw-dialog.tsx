import { issuesOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import type { PropertyDocument } from '../documents.contract.ts';

/** For admins: takes a document away, with a reason that its owner reads. */
export function WithdrawDialog({ document, onClose }: { document: PropertyDocument; onClose: () => void }) {
  const withdraw = useCommand(trpc.documents.withdraw.mutationOptions(), {
    onDone() {
      showToast({ title: 'Document withdrawn', description: 'It can no longer be downloaded.' });
      onClose();
    },
  });
  const issue = issuesOf(withdraw.error).find(({ path }) => path === 'reason')?.message;
  return (
    <ReasonDialog
      onClose={onClose}
      onConfirm={(reason) => void withdraw.run({ documentId: document.id, reason })}
      title={`Withdraw ${document.title}?`}
      description="After that, only admins can download it. It stays on record, and the property’s owner sees the reason."
      confirmLabel="Withdraw document"
      tone="danger"
      busy={withdraw.busy}
      error={issue ? undefined : withdraw.errorText}
      reasonError={issue}
    />
  );
}
