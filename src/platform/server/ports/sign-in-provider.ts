/** Values that bind a provider's answer to the question of one browser. */
export interface ProviderQuestion {
  state: string;
  nonce: string;
  /** Proof Key for Code Exchange (RFC 7636). */
  verifier: string;
  /** Address to which the provider redirects the browser. */
  redirectUri: string;
  /** Requires a new authentication even if the person has a session at the provider. */
  isFresh: boolean;
}

/** The identity asserted by the provider. */
export interface ProviderIdentity {
  issuer: string;
  /** The person's name at this issuer, the same forever. */
  subject: string;
  /** Null unless the provider says that it has verified the address. */
  verifiedEmail: string | null;
  firstName: string;
  lastName: string;
}

/** An OpenID Connect provider at which people sign in. */
export interface SignInProvider {
  /** Name shown to people. */
  readonly name: string;
  readonly issuer: string;
  /** New random values for a question. */
  question(options: Pick<ProviderQuestion, 'redirectUri' | 'isFresh'>): ProviderQuestion;
  /** The address to send the browser to; rejects when the provider cannot be reached. */
  addressFor(question: ProviderQuestion): Promise<string>;
  /**
   * Checks the provider's answer and fetches the person's identity.
   * @param address with which the browser came back
   * @returns null when the person refused, or the answer is not one to this question
   */
  identityFrom(address: URL, question: ProviderQuestion): Promise<ProviderIdentity | null>;
}
