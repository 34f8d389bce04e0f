import { Badge } from '#ui/badge.tsx';
import type { ListedPerson } from '../back-office.contract.ts';

/** Commands about an account that can wait for another admin. */
export const ACCOUNT_COMMANDS = [
  'identity.grantAdminRole',
  'identity.takeAdminRole',
  'identity.resetSecondFactor',
  'freezes.unfreezeAccount',
];

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
