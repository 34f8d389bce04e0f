import type { FormProblem } from '../identity.rules.ts';

const providerTexts = {
  refused: 'The sign-in was not finished. Start it again.',
  unverified: 'The other provider has not verified your email. Verify it there, or sign in another way.',
  other_email: 'The account there has a different email than the one you confirmed here.',
  taken: 'That account is already connected.',
  unavailable: 'The other provider is not responding. Try again, or sign in another way.',
} as const;

const formTexts: Record<FormProblem, string> = {
  credentials: 'That email and password don’t match.',
  attempts: 'Too many sign-in attempts. Wait a few minutes and try again.',
  failed: 'Signing in failed. Try again.',
};

const texts = { ...providerTexts, ...formTexts };

/** Why a sign-in failed, as in the address of the sign-in page. */
export type SignInProblem = keyof typeof texts;

export function parseProblem(value: unknown): SignInProblem | null {
  return typeof value === 'string' && Object.hasOwn(texts, value) ? (value as SignInProblem) : null;
}

export function signInProblemText(problem: SignInProblem): string {
  return texts[problem];
}
