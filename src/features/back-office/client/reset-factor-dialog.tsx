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
      title={`Remove ${name}’s authenticator app?`}
      description={`First make sure it is really ${name} who is asking. They are notified right away and can object for ${RESET_WAIT_HOURS} hours. After that, another admin can approve the request. They are then signed out everywhere, and signing in no longer asks for a code.`}
      confirmLabel="Request approval"
      reasonHint="The person and the other admins will see it."
    />
  );
}
