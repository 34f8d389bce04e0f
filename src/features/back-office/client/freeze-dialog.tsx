import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { handleUnauthorized } from '#features/identity/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { TextareaField } from '#ui/textarea-field.tsx';
import { showToast } from '#ui/toast.ts';
import type { PersonOfList } from '../back-office.contract.ts';

interface FreezeDialogProps {
  person: PersonOfList;
  onClose: () => void;
}

/** Freezes an account with a reason that its owner reads, or lets it act again. */
export function FreezeDialog({ person, onClose }: FreezeDialogProps) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const queryClient = useQueryClient();
  const settled = (title: string) => ({
    onSuccess() {
      showToast({ title, description: `${person.name} was notified.` });
      onClose();
    },
    onError: handleUnauthorized,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.backOffice.pathFilter()),
        queryClient.invalidateQueries(trpc.wallet.withdrawals.pathFilter()),
      ]),
  });
  const freeze = useMutation(trpc.freezes.freezeAccount.mutationOptions(settled('Account Frozen')));
  const unfreeze = useMutation(trpc.freezes.unfreezeAccount.mutationOptions(settled('Account Unfrozen')));
  const isFrozen = person.frozen !== null;
  const { isPending, error } = isFrozen ? unfreeze : freeze;
  function confirm() {
    if (isFrozen) return unfreeze.mutate({ userId: person.id });
    const written = reason.trim();
    setMissing(written === '');
    if (written !== '') freeze.mutate({ userId: person.id, reason: written });
  }
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={confirm}
      title={isFrozen ? `Unfreeze ${person.name}’s account?` : `Freeze ${person.name}’s account?`}
      description={
        isFrozen
          ? 'They can invest, trade and withdraw again. Closed orders stay closed, and each held withdrawal stays on hold until you release or reject it.'
          : 'They can still sign in, see everything and receive income, but cannot invest, trade, withdraw or vote. Their open orders are closed, and withdrawals not sent yet are put on hold.'
      }
      confirmLabel={isFrozen ? 'Unfreeze account' : 'Freeze account'}
      tone={isFrozen ? 'primary' : 'danger'}
      busy={isPending}
      error={error ? messageOf(error) : undefined}
    >
      {!isFrozen && (
        <TextareaField
          label="Reason"
          hint="They will see it on every page and get it by email."
          rows={3}
          maxLength={500}
          value={reason}
          error={missing ? 'Enter a reason.' : undefined}
          onChange={(event) => {
            setReason(event.target.value);
            setMissing(false);
          }}
        />
      )}
    </ConfirmDialog>
  );
}
