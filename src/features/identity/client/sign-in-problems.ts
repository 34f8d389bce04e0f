import { PASSWORD_MIN_CHARACTERS } from '../identity.contract.ts';
import type { FormProblem } from '../identity.rules.ts';

const providerTexts = {
  refused: 'The sign-in was not finished. Start it again.',
  unverified: 'The other provider has not verified your email. Verify it there, or sign in another way.',
  other_email: 'The account there has a different email than the one you confirmed here.',
  taken: 'That account is already connected.',
  unavailable: 'The other provider is not responding. Try again, or sign in another way.',
};

const formTexts: Record<FormProblem, string> = {
  credentials: 'That email and password don’t match.',
  attempts: 'Too many sign-in attempts. Wait a few minutes and try again.',
  failed: 'Signing in failed. Try again.',
  existing:
    'There is already an account with this email. Sign in to it, or choose a new password if you forgot yours.',
  weak: 'This password is easy to guess. Choose one that is not common and does not contain your name or email.',
  name: 'Enter your first and your last name.',
  email: 'Please enter a valid email address.',
  password: `Use at least ${PASSWORD_MIN_CHARACTERS} characters for your password.`,
  limited: 'Too many requests. Wait a moment and try again.',
  unfinished: 'Your account was not created. Try again.',
  unsent: 'The page was still loading, and nothing was sent. Try again.',
};

const texts: Record<string, string> = { ...providerTexts, ...formTexts };

/** Why signing in or creating an account failed, by its name in the address; null for any other word there. */
export function signInProblemText(problem: string): string | null {
  return Object.hasOwn(texts, problem) ? (texts[problem] ?? null) : null;
}
