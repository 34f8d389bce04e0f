/** A key by which anyone can check the product's signatures. */
interface PublicKey {
  /** The name of the data key from which it is derived. */
  id: string;
  /** SubjectPublicKeyInfo as PEM, as OpenSSL reads it. */
  pem: string;
}

/** Signs texts that people show to others (Ed25519, RFC 8032). */
export interface Signer {
  /** The signature of the UTF-8 bytes of a text, in base64, and the id of its key. */
  sign(text: string): Promise<{ signature: string; keyId: string }>;
  /** The keys of all signatures that there are, the newest first. */
  publicKeys(): Promise<PublicKey[]>;
}
