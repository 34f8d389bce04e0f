import { EMAIL_MAX, EMAIL_PATTERN } from '#kernel/person.ts';
import { DAY } from '#kernel/time.ts';
import type { WaitlistRefusal } from './waitlist.contract.ts';

/** Where a form of the waitlist goes when our scripts do not run. */
export const WAITLIST_FORM_PATH = '/api/waitlist/form';

/** How joining went, as the address of the waitlist page carries it. */
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

/** What keeps a typed email from joining, or null. */
export function problemOfEmail(typed: string): 'email-required' | 'invalid-email' | null {
  const email = typed.trim();
  if (email === '') return 'email-required';
  return EMAIL_PATTERN.test(email) && email.length <= EMAIL_MAX ? null : 'invalid-email';
}

const problemOfCode: Record<WaitlistRefusal, WaitlistProblem> = {
  ALREADY_REGISTERED: 'already-registered',
  RATE_LIMITED: 'too-many',
};

/** What a refusal of the server is told as: by its code, null when it has none, and the fields that it names. */
export function problemOfRefusal(code: string | null, fields: readonly string[]): WaitlistProblem {
  if (code !== null && Object.hasOwn(problemOfCode, code)) return problemOfCode[code as WaitlistRefusal];
  return fields.includes('email') ? 'invalid-email' : 'failed';
}

/** Emails that differ in case only are one. */
export function emailKeyOf(email: string): string {
  return email.toLowerCase();
}

/** The name that the webhook is told: what stands before the at sign. */
export function nameInEmail(email: string): string {
  return email.slice(0, email.indexOf('@'));
}

/** Since when an entry counts as of this week and of this month: 7 days, one calendar month. */
export function recently(now: Date): { weekFrom: Date; monthFrom: Date } {
  return { weekFrom: new Date(now.getTime() - 7 * DAY), monthFrom: aMonthBefore(now) };
}

/** The same moment of the month before, or the end of that month where it has no such day. */
function aMonthBefore(now: Date): Date {
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  const lastDay = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const at = new Date(now);
  at.setUTCFullYear(year, month - 1, Math.min(day, lastDay));
  return at;
}
