import { ProtectedDialog } from '#features/approvals/client/index.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import type { ListedPerson } from '../back-office.contract.ts';

interface RoleDialogProps {
  person: ListedPerson;
  onClose: () => void;
}

/** Makes someone an admin, or takes the role from them. */
export function RoleDialog({ person: { id, name, role }, onClose }: RoleDialogProps) {
  const isAdmin = role === 'admin';
  function onDone() {
    const title = isAdmin ? 'Admin role removed' : 'Admin role granted';
    showToast({ title, description: `${name} has to sign in again.` });
    onClose();
  }
  const grant = useCommand(trpc.identity.grantAdminRole.mutationOptions(), { onDone });
  const take = useCommand(trpc.identity.takeAdminRole.mutationOptions(), { onDone });
  const direct = isAdmin ? take : grant;
  return (
    <ProtectedDialog
      command={isAdmin ? 'identity.takeAdminRole' : 'identity.grantAdminRole'}
      input={{ userId: id }}
      direct={direct}
      onClose={onClose}
      onConfirm={(reason) => void direct.run({ userId: id, reason })}
      reasonField="reason"
      reasonHint="It is recorded in the audit log."
      title={isAdmin ? `Remove ${name} as an admin?` : `Make ${name} an admin?`}
      description={
        isAdmin
          ? 'They can no longer open the back office. Their sessions and access tokens end.'
          : 'They can review properties, put money on hold and freeze accounts. Their sessions end, and they have to sign in again.'
      }
      confirmLabel={isAdmin ? 'Remove admin' : 'Make admin'}
      tone={isAdmin ? 'danger' : 'primary'}
    />
  );
}
