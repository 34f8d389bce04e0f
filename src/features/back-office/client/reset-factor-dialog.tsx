import { ProtectedDialog } from '#features/approvals/client/index.ts';
import { RESET_WAIT_HOURS } from '#features/identity/client/index.ts';
import type { ListedPerson } from '../back-office.contract.ts';

interface ResetFactorDialogProps {
  person: ListedPerson;
  onClose: () => void;
}

const NO_DIRECT_COMMAND = { error: null, errorText: undefined, busy: false };

/** Asks another admin to remove the authenticator app of someone who has lost it. */
export function ResetFactorDialog({ person: { id, name }, onClose }: ResetFactorDialogProps) {
  return (
    <ProtectedDialog
      always
      command="identity.resetSecondFactor"
      input={{ userId: id }}
      direct={NO_DIRECT_COMMAND}
      onClose={onClose}
      onConfirm={() => undefined}
      title={`Remove the authenticator app of ${name}?`}
      description={`First make sure it is really ${name} who is asking. They are notified now and can object for ${RESET_WAIT_HOURS} hours; after that another admin can approve it. Signing in will then not ask for a code, and they are signed out everywhere.`}
      confirmLabel="Request approval"
      reasonHint="The person and the other admins will see it."
    />
  );
}
