import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { handleUnauthorized } from '#features/identity/client/index.ts';
import { issuesOf, messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';
import { showToast } from '#ui/toast.ts';
import type { PropertyDocument } from '../documents.contract.ts';

/** For admins: takes a document away, with a reason that its owner reads. */
export function WithdrawDialog({ document, onClose }: { document: PropertyDocument; onClose: () => void }) {
  const [reason, setReason] = useState('');
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
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => withdraw.mutate({ documentId: document.id, reason })}
      title={`Withdraw ${document.title}?`}
      description="Nobody but admins can download it any more. It stays on record, and the property's owner reads the reason."
      confirmLabel="Withdraw document"
      tone="danger"
      busy={withdraw.isPending}
      error={withdraw.error && !issue ? messageOf(withdraw.error) : undefined}
    >
      <TextareaField
        label="Reason"
        rows={3}
        maxLength={500}
        required
        value={reason}
        error={issue}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
