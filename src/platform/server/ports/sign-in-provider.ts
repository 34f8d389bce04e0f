/** What binds a provider's answer to the question that one browser asked. */
export interface ProviderQuestion {
  state: string;
  nonce: string;
  /** Proof Key for Code Exchange (RFC 7636). */
  verifier: string;
  /** Where the provider sends the browser back to. */
  redirectUri: string;
  /** Requires a new authentication even if the person has a session at the provider. */
  fresh: boolean;
}

/** Who signed in at the provider, as it vouches for. */
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
  /** What people know it by. */
  readonly name: string;
  readonly issuer: string;
  /** New random values for a question. */
  question(options: Pick<ProviderQuestion, 'redirectUri' | 'fresh'>): ProviderQuestion;
  /** The address to send the browser to; rejects when the provider cannot be reached. */
  addressFor(question: ProviderQuestion): Promise<string>;
  /**
   * Checks the provider's answer and fetches who it is about.
   * @param address with which the browser came back
   * @returns null when the person refused, or the answer is not one to this question
   */
  identityFrom(address: URL, question: ProviderQuestion): Promise<ProviderIdentity | null>;
}
