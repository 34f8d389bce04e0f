import { codeOf, messageOf } from '#platform/browser/errors.ts';

/** Refusals that show the owner what to do next, where to try again would not help. */
const explained = new Set(['EMAIL_NOT_CONFIRMED', 'TOO_MANY_SUBMISSIONS', 'ACCOUNT_FROZEN', 'RATE_LIMITED']);

export const submissionFailureText = (error: unknown): string =>
  explained.has(codeOf(error) ?? '') ? messageOf(error) : 'Failed to submit property. Please try again.';
