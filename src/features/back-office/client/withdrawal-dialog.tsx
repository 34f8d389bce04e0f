import { useMutation, useQueryClient } from '@tanstack/react-query';
import { handleUnauthorized } from '#features/identity/client/index.ts';
import type { AdminWithdrawal } from '#features/wallet/wallet.contract.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { useRequestId } from '#platform/browser/request-id.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';

export type Decision = 'hold' | 'release' | 'reject';

interface WithdrawalDialogProps {
  withdrawal: AdminWithdrawal;
  decision: Decision;
  onClose: () => void;
}

const texts = {
  hold: {
    title: 'Hold this withdrawal?',
    description: (amount: string, name: string) =>
      `${amount} is not sent to ${name}’s bank until you release it. It stays reserved.`,
    label: 'Hold withdrawal',
    done: 'Withdrawal on Hold',
  },
  release: {
    title: 'Release this withdrawal?',
    description: (amount: string, name: string) => `${amount} is sent to ${name}’s bank now.`,
    label: 'Release withdrawal',
    done: 'Withdrawal Released',
  },
  reject: {
    title: 'Reject this withdrawal?',
    description: (amount: string, name: string) => `${amount} goes back to ${name}’s available cash.`,
    label: 'Reject withdrawal',
    done: 'Withdrawal Rejected',
  },
} as const;

/** Confirms a decision, with the reason where the person reads one. */
export function WithdrawalDialog({ withdrawal, decision, onClose }: WithdrawalDialogProps) {
  const { amountCents, person } = withdrawal;
  const { decide, isPending, error } = useDecision({ withdrawal, decision, onClose });
  const { title, description, label } = texts[decision];
  const dialog = {
    onClose,
    title,
    description: description(formatUsdExact(amountCents), person.name),
    confirmLabel: label,
    busy: isPending,
    error: error ? messageOf(error) : undefined,
  };
  if (decision === 'release') return <ConfirmDialog {...dialog} open onConfirm={() => decide('')} />;
  return (
    <ReasonDialog
      {...dialog}
      onConfirm={decide}
      tone={decision === 'reject' ? 'danger' : 'primary'}
      hint={`${person.name} will see it in the wallet and get it by email.`}
    />
  );
}

function useDecision({ withdrawal, decision, onClose }: WithdrawalDialogProps) {
  const { id: transferId, person } = withdrawal;
  const queryClient = useQueryClient();
  const request = useRequestId(`wallet.rejectWithdrawal:${transferId}`);
  const settled = {
    onSuccess() {
      request.renew();
      showToast({ title: texts[decision].done, description: `${person.name} was notified.` });
      onClose();
    },
    onError: handleUnauthorized,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(trpc.wallet.withdrawals.pathFilter()),
        queryClient.invalidateQueries(trpc.backOffice.pathFilter()),
      ]),
  };
  const hold = useMutation(trpc.wallet.holdWithdrawal.mutationOptions(settled));
  const release = useMutation(trpc.wallet.releaseWithdrawal.mutationOptions(settled));
  const reject = useMutation(trpc.wallet.rejectWithdrawal.mutationOptions(settled));
  const { isPending, error } = { hold, release, reject }[decision];
  function decide(reason: string) {
    if (decision === 'hold') hold.mutate({ transferId, reason });
    else if (decision === 'release') release.mutate({ transferId });
    else reject.mutate({ transferId, reason, requestId: request.current() });
  }
  return { decide, isPending, error };
}
