import { ProtectedDialog } from '#features/approvals/client/index.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { showToast } from '#ui/toast.ts';

interface FreezeDialogProps {
  person: { id: string; name: string; frozen: object | null };
  onClose: () => void;
}

/** Freezes an account with a reason that its owner reads, or unfreezes it. */
export function FreezeDialog({ person, onClose }: FreezeDialogProps) {
  const isFrozen = person.frozen !== null;
  function onDone() {
    const title = isFrozen ? 'Account unfrozen' : 'Account frozen';
    showToast({ title, description: `${person.name} was notified.` });
    onClose();
  }
  const freeze = useCommand(trpc.freezes.freezeAccount.mutationOptions(), { onDone });
  const unfreeze = useCommand(trpc.freezes.unfreezeAccount.mutationOptions(), { onDone });
  const { busy, errorText } = isFrozen ? unfreeze : freeze;
  const dialog = { onClose, busy, error: errorText };
  if (isFrozen) {
    return (
      <ProtectedDialog
        command="freezes.unfreezeAccount"
        input={{ userId: person.id }}
        direct={unfreeze}
        onClose={onClose}
        onConfirm={(reason) => void unfreeze.run({ userId: person.id, reason })}
        reasonField="reason"
        reasonHint="It is recorded in the audit log."
        title={`Unfreeze ${person.name}’s account?`}
        description="They can invest, trade and withdraw again. Closed orders stay closed, and each held withdrawal stays on hold until you release or reject it."
        confirmLabel="Unfreeze account"
      />
    );
  }
  return (
    <ReasonDialog
      {...dialog}
      onConfirm={(reason) => void freeze.run({ userId: person.id, reason })}
      title={`Freeze ${person.name}’s account?`}
      description="They can still sign in, see everything they own, receive income and change their password. They cannot deposit, invest, trade, withdraw, vote, submit a property, or change anything else about how they sign in, such as adding an authenticator app. Their open orders are closed, and withdrawals not sent yet are put on hold."
      confirmLabel="Freeze account"
      tone="danger"
      hint="They will see it on every page and get it by email."
    />
  );
}
