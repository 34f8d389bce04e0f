export interface ForgotPasswordSearch {
  /** Result of the form without scripts, by a name for which there may be a text. */
  outcome?: string;
}

export function parseForgotPasswordSearch({ outcome }: Record<string, unknown>): ForgotPasswordSearch {
  return typeof outcome === 'string' ? { outcome } : {};
}
