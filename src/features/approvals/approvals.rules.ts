import { after, HOUR } from '#kernel/time.ts';
import { MIN_ROLE_HOURS } from './role-age.contract.ts';

/** Lifetime of a request that waits for another admin. */
export const REQUEST_HOURS = 72;

export const expiryOf = (requestedAt: Date): Date => after(requestedAt, REQUEST_HOURS * HOUR);

/** When a request that the person concerned may object to can be carried out. */
export const executableAt = (requestedAt: Date, waitHours: number): Date =>
  after(requestedAt, waitHours * HOUR);

/** Whether an admin has had the role for long enough to carry out what another one requests. */
export const isRoleOldEnough = (adminSince: Date | null, now: Date): boolean =>
  adminSince !== null && now.getTime() - adminSince.getTime() >= MIN_ROLE_HOURS * HOUR;

/** Start-up warning when fewer than two admins can act; else null. */
export function fewAdminsWarning({
  admins,
  activeAdmins,
}: {
  admins: 1 | 2;
  activeAdmins: number;
}): string | null {
  if (admins === 1 || activeAdmins >= admins) return null;
  const there = activeAdmins === 1 ? 'there is only one admin' : 'there is no admin';
  return (
    `Warning: APPROVALS=2 and ${there}: nobody can approve distributions or release holds. ` +
    'Make two with "npm run grant-admin -- EMAIL".'
  );
}

/** A field of an input in words: "expectedNetCents" is "Expected net cents". */
export function fieldName(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
