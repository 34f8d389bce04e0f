import { EMAIL_PATTERN, MAX_EMAIL_CHARACTERS } from '#kernel/person.ts';
import { DAY } from '#kernel/time.ts';
import type { WaitlistRefusal } from './waitlist.contract.ts';

/** Path of a waitlist form when scripts do not run. */
export const WAITLIST_FORM_PATH = '/api/waitlist/form';

/** The outcome of joining, as it appears in the address of the waitlist page. */
export const waitlistOutcomes = [
  'joined',
  'email-required',
  'invalid-email',
  'already-registered',
  'too-many',
  'failed',
] as const;
export type WaitlistOutcome = (typeof waitlistOutcomes)[number];
/** Why an email did not join. */
export type WaitlistProblem = Exclude<WaitlistOutcome, 'joined'>;

/** Error of a typed email; null when it may join. */
export function problemOfEmail(typed: string): 'email-required' | 'invalid-email' | null {
  const email = typed.trim();
  if (email === '') return 'email-required';
  return EMAIL_PATTERN.test(email) && email.length <= MAX_EMAIL_CHARACTERS ? null : 'invalid-email';
}

const problemOfCode: Record<WaitlistRefusal, WaitlistProblem> = {
  ALREADY_REGISTERED: 'already-registered',
  RATE_LIMITED: 'too-many',
};

/** The problem to show for a server's refusal, from its code (null when it has none) and the fields it names. */
export function problemOfRefusal(code: string | null, fields: readonly string[]): WaitlistProblem {
  if (code !== null && Object.hasOwn(problemOfCode, code)) return problemOfCode[code as WaitlistRefusal];
  return fields.includes('email') ? 'invalid-email' : 'failed';
}

/** Emails that differ only in case count as the same. */
export function emailKeyOf(email: string): string {
  return email.toLowerCase();
}

/** The name that the webhook gets: the part before the at sign. */
export function nameInEmail(email: string): string {
  return email.slice(0, email.indexOf('@'));
}

/** The start of the last 7 days and of the last calendar month. */
export function recentPeriods(now: Date): { weekFrom: Date; monthFrom: Date } {
  return { weekFrom: new Date(now.getTime() - 7 * DAY), monthFrom: aMonthBefore(now) };
}

/** The same day and time one month earlier, or that month's last day where it has no such day. */
function aMonthBefore(now: Date): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const at = new Date(now);
  at.setUTCFullYear(year, month - 1, Math.min(day, lastDay));
  return at;
}
