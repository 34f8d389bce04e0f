import { HOUR } from '#kernel/time.ts';

/** How long a request waits for another admin. */
export const REQUEST_HOURS = 72;
/** How old the role of the admin who carries it out is at least. */
export const MIN_ROLE_HOURS = 24;
/** How many requests of one admin may wait at once. */
export const MAX_WAITING_REQUESTS = 50;

export const expiryOf = (requestedAt: Date): Date => new Date(requestedAt.getTime() + REQUEST_HOURS * HOUR);

/** From when on a request can be carried out that waits for an objection of the person whom it is about. */
export const executableAt = (requestedAt: Date, waitHours: number): Date =>
  new Date(requestedAt.getTime() + waitHours * HOUR);

/** Whether an admin has had the role for long enough to carry out what another one requests. */
export const isRoleOldEnough = (adminSince: Date | null, now: Date): boolean =>
  adminSince !== null && now.getTime() - adminSince.getTime() >= MIN_ROLE_HOURS * HOUR;

/** A field of an input in words: "expectedNetCents" is "Expected net cents". */
export function fieldName(field: string): string {
  const words = field.replaceAll(/([A-Z])/g, ' $1').toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}
