import { useMutation, useQueryClient } from '@tanstack/react-query';
import { handleUnauthorized } from '#features/identity/client/index.ts';
import { issuesOf, messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import type { PropertyDocument } from '../documents.contract.ts';

/** For admins: takes a document away, with a reason that its owner reads. */
export function WithdrawDialog({ document, onClose }: { document: PropertyDocument; onClose: () => void }) {
  const queryClient = useQueryClient();
  const withdraw = useMutation(
    trpc.documents.withdraw.mutationOptions({
      onSuccess() {
        showToast({ title: 'Document Withdrawn', description: 'It can no longer be downloaded.' });
        void queryClient.invalidateQueries(trpc.documents.pathFilter());
        onClose();
      },
      onError: handleUnauthorized,
    }),
  );
  const issue = issuesOf(withdraw.error).find(({ path }) => path === 'reason')?.message;
  return (
    <ReasonDialog
      onClose={onClose}
      onConfirm={(reason) => withdraw.mutate({ documentId: document.id, reason })}
      title={`Withdraw ${document.title}?`}
      description="Nobody but admins can download it any more. It stays on record, and the property's owner reads the reason."
      confirmLabel="Withdraw document"
      tone="danger"
      busy={withdraw.isPending}
      error={withdraw.error && !issue ? messageOf(withdraw.error) : undefined}
      reasonError={issue}
    />
  );
}
