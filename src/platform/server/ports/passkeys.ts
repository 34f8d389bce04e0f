/** The options for a browser, in the JSON form of WebAuthn. */
export interface PasskeyOptions {
  /** Base64url; the challenge that the answer signs. */
  challenge: string;
  [option: string]: unknown;
}

/** A credential in the form that is stored. */
export interface PasskeyCredential {
  id: string;
  /** COSE key as base64url. */
  publicKey: string;
  counter: number;
  transports: string[];
}

interface PasskeyOwner {
  userId: string;
  email: string;
  name: string;
}

/** Asks browsers for passkeys (WebAuthn) and checks their answers. Every use verifies the person, by PIN or body. */
export interface Passkeys {
  creationOptions(
    owner: PasskeyOwner,
    known: readonly Pick<PasskeyCredential, 'id' | 'transports'>[],
  ): Promise<PasskeyOptions>;
  /** The new credential, or null when the answer is not one to this challenge on this site. */
  checkCreation(
    answer: unknown,
    challenge: string,
  ): Promise<(PasskeyCredential & { synced: boolean }) | null>;
  /** Without `known` the browser offers every passkey that it has for this site. */
  requestOptions(known?: readonly Pick<PasskeyCredential, 'id' | 'transports'>[]): Promise<PasskeyOptions>;
  /** The credential's new counter, or null when the answer does not prove that it signed this challenge here. */
  checkAnswer(
    answer: unknown,
    challenge: string,
    credential: PasskeyCredential,
  ): Promise<{ counter: number } | null>;
}
