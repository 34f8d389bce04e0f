const texts = {
  refused: 'The sign-in was not finished. Start it again.',
  unverified: 'The other provider has not verified your email. Verify it there, or sign in another way.',
  other_email: 'The account there has a different email than the one you confirmed here.',
  taken: 'That account is already connected.',
  unavailable: 'The other provider does not answer. Try again, or sign in another way.',
} as const;

/** Why a sign-in at the provider came to nothing. */
export type ProviderProblem = keyof typeof texts;

export function parseProblem(value: unknown): ProviderProblem | null {
  return typeof value === 'string' && Object.hasOwn(texts, value) ? (value as ProviderProblem) : null;
}

export function providerProblemText(problem: ProviderProblem): string {
  return texts[problem];
}
