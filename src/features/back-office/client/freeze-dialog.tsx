import { useMutation, useQueryClient } from '@tanstack/react-query';
import { handleUnauthorized } from '#features/identity/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import type { PersonOfList } from '../back-office.contract.ts';

interface FreezeDialogProps {
  person: PersonOfList;
  onClose: () => void;
}

/** Freezes an account with a reason that its owner reads, or unfreezes it. */
export function FreezeDialog({ person, onClose }: FreezeDialogProps) {
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
  const dialog = { onClose, busy: isPending, error: error ? messageOf(error) : undefined };
  if (isFrozen) {
    return (
      <ConfirmDialog
        {...dialog}
        open
        onConfirm={() => unfreeze.mutate({ userId: person.id })}
        title={`Unfreeze ${person.name}’s account?`}
        description="They can invest, trade and withdraw again. Closed orders stay closed, and each held withdrawal stays on hold until you release or reject it."
        confirmLabel="Unfreeze account"
      />
    );
  }
  return (
    <ReasonDialog
      {...dialog}
      onConfirm={(reason) => freeze.mutate({ userId: person.id, reason })}
      title={`Freeze ${person.name}’s account?`}
      description="They can still sign in, see everything and receive income, but cannot invest, trade, withdraw or vote. Their open orders are closed, and withdrawals not sent yet are put on hold."
      confirmLabel="Freeze account"
      tone="danger"
      hint="They will see it on every page and get it by email."
    />
  );
}
