import { ProtectedDialog } from '#features/approvals/client/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';
import type { AdminWithdrawal } from '../wallet.contract.ts';

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
    done: 'Withdrawal on hold',
  },
  release: {
    title: 'Release this withdrawal?',
    description: (amount: string, name: string) => `${amount} is sent to ${name}’s bank now.`,
    label: 'Release withdrawal',
    done: 'Withdrawal released',
  },
  reject: {
    title: 'Reject this withdrawal?',
    description: (amount: string, name: string) => `${amount} goes back to ${name}’s available cash.`,
    label: 'Reject withdrawal',
    done: 'Withdrawal rejected',
  },
} as const;

/** Confirms a decision, with the reason where the person reads one. */
export function WithdrawalDialog({ withdrawal, decision, onClose }: WithdrawalDialogProps) {
  const { amountCents, person } = withdrawal;
  const { decide, direct } = useDecision({ withdrawal, decision, onClose });
  const { title, description, label } = texts[decision];
  const dialog = {
    onClose,
    title,
    description: description(formatUsdExact(amountCents), person.name),
    confirmLabel: label,
  };
  if (decision === 'release') {
    return (
      <ProtectedDialog
        {...dialog}
        command="wallet.releaseWithdrawal"
        input={{ transferId: withdrawal.id }}
        direct={direct}
        onConfirm={() => decide('')}
      />
    );
  }
  return (
    <ReasonDialog
      {...dialog}
      busy={direct.busy}
      error={direct.errorText}
      onConfirm={decide}
      tone={decision === 'reject' ? 'danger' : 'primary'}
      hint={`${person.name} will see it in the wallet and get it by email.`}
    />
  );
}

function useDecision({ withdrawal, decision, onClose }: WithdrawalDialogProps) {
  const { id: transferId, person } = withdrawal;
  function onDone() {
    showToast({ title: texts[decision].done, description: `${person.name} was notified.` });
    onClose();
  }
  const hold = useCommand(trpc.wallet.holdWithdrawal.mutationOptions(), { onDone });
  const release = useCommand(trpc.wallet.releaseWithdrawal.mutationOptions(), { onDone });
  const reject = useCommand(trpc.wallet.rejectWithdrawal.mutationOptions(), { keyed: true, onDone });
  function decide(reason: string) {
    if (decision === 'hold') void hold.run({ transferId, reason });
    else if (decision === 'release') void release.run({ transferId });
    else void reject.run({ transferId, reason });
  }
  return { decide, direct: { hold, release, reject }[decision] };
}
