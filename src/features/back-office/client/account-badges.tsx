import { Badge } from '#ui/badge.tsx';
import type { ListedPerson } from '../back-office.contract.ts';

export const ROLE_COMMANDS = ['identity.grantAdminRole', 'identity.takeAdminRole'];
export const RESET_COMMAND = 'identity.resetSecondFactor';
export const UNFREEZE_COMMAND = 'freezes.unfreezeAccount';

/** Commands about an account that can wait for another admin. */
export const ACCOUNT_COMMANDS = [...ROLE_COMMANDS, RESET_COMMAND, UNFREEZE_COMMAND];

/** Role and state of an account at a glance. */
export function AccountBadges({ person }: { person: ListedPerson }) {
  const { role, verified, emailConfirmed, frozen, closedAt } = person;
  if (closedAt) return <Badge>Closed</Badge>;
  return (
    <>
      {role === 'admin' && <Badge tone="accent">Admin</Badge>}
      {verified && <Badge tone="success">Verified</Badge>}
      {!emailConfirmed && <Badge tone="warning">Email not confirmed</Badge>}
      {frozen && <Badge tone="danger">Frozen</Badge>}
    </>
  );
}
