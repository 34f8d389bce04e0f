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
  const unfreeze = useMutation(trpc.freezes.unfreezeAccount.mutationOptions(settled('Account Released')));
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
      title={isFrozen ? `Release the account of ${person.name}?` : `Freeze the account of ${person.name}?`}
      description={
        isFrozen
          ? 'It can invest, trade and withdraw again. Orders that were closed stay closed, and withdrawals on hold stay so until you release or reject each.'
          : 'It can still sign in, see everything and receive income, but not invest, trade, withdraw or vote. Its open orders are closed, and withdrawals that were not sent yet are put on hold.'
      }
      confirmLabel={isFrozen ? 'Release account' : 'Freeze account'}
      tone={isFrozen ? 'primary' : 'danger'}
      busy={isPending}
      error={error ? messageOf(error) : undefined}
    >
      {!isFrozen && (
        <TextareaField
          label="Reason"
          hint="The owner of the account reads it on every page and by mail."
          rows={3}
          maxLength={500}
          value={reason}
          error={missing ? 'Write the reason.' : undefined}
          onChange={(event) => {
            setReason(event.target.value);
            setMissing(false);
          }}
        />
      )}
    </ConfirmDialog>
  );
}
