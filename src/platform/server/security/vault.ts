import { assert, present } from '#kernel/assert.ts';

/** Where a sealed value is kept; a value opens in no other place. */
export interface EncryptedField {
  table: string;
  column: string;
  /** The primary key of the row. */
  row: string;
}

/** Encryption of single values at rest. */
export interface Vault {
  /**
   * Seals a text for one place, with the newest data key. Sealing the same text twice gives different results.
   * In a command, call it in `prepare`: `run` has no platform.
   */
  encrypt(text: string, place: EncryptedField): Promise<string>;
  /**
   * Opens what `seal` gave for this very place, with whichever data key it was sealed with.
   * @throws Error when it was moved, changed, or sealed with a key that the settings no longer have
   */
  decrypt(sealed: string, place: EncryptedField): Promise<string>;
  /**
   * A keyed hash of a text, by which two sealed values can be found to be the same without opening them; `purpose`
   * keeps the hashes of different columns apart. It names its key, which is the oldest, so that a key put in
   * front changes nothing; after the oldest was taken away, fingerprints without `fingerprintPrefix` are made again.
   */
  fingerprint(text: string, purpose: string): Promise<string>;
  /** What every fingerprint that is made now begins with. */
  fingerprintPrefix: string;
}

/** A secret that data is sealed with. */
export interface DataKey {
  /** Stands in front of what was sealed with it, so that keys can be replaced one after the other. */
  id: string;
  /** 32 random bytes. */
  secret: Uint8Array<ArrayBuffer>;
}

export const DATA_KEY_BYTES = 32;

const FORMAT = 'v1';
const NONCE_BYTES = 12;
const FINGERPRINT_FORMAT = 'f1';

/** AES-256-GCM over these keys: the first one seals, all of them open. */
export function createVault(keys: readonly DataKey[]): Vault {
  const newest = present(keys[0], 'a data key');
  const oldest = present(keys.at(-1), 'a data key');
  const fingerprintPrefix = `${FINGERPRINT_FORMAT}:${oldest.id}:`;
  const imported = new Map(keys.map(({ id, secret }) => [id, importKey(secret)]));

  async function keyOf(id: string): Promise<CryptoKey> {
    const key = imported.get(id);
    if (!key) throw new Error(`A value is sealed with the data key "${id}", which DATA_KEYS does not have.`);
    return key;
  }

  return {
    async encrypt(text, place) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const content = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv: nonce, additionalData: bindingOf(newest.id, place) },
        await keyOf(newest.id),
        new TextEncoder().encode(text),
      );
      return [FORMAT, newest.id, toBase64(nonce), toBase64(new Uint8Array(content))].join(':');
    },
    async decrypt(sealed, place) {
      const [format, id = '', nonce = '', content = '', ...more] = sealed.split(':');
      assert(format === FORMAT && more.length === 0, 'a sealed value has a known format');
      const text = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: fromBase64(nonce), additionalData: bindingOf(id, place) },
        await keyOf(id),
        fromBase64(content),
      );
      return new TextDecoder().decode(text);
    },
    async fingerprint(text, purpose) {
      const key = await fingerprintKey(oldest.secret, purpose);
      const hash = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
      return fingerprintPrefix + toBase64(new Uint8Array(hash));
    },
    fingerprintPrefix,
  };
}

/** A key for one purpose, derived from a data key, so that no key both seals and hashes. */
async function fingerprintKey(secret: Uint8Array<ArrayBuffer>, purpose: string): Promise<CryptoKey> {
  const base = await crypto.subtle.importKey('raw', secret, 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode(JSON.stringify([FINGERPRINT_FORMAT, purpose]));
  return crypto.subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info },
    base,
    { name: 'HMAC', hash: 'SHA-256', length: 256 },
    false,
    ['sign'],
  );
}

function importKey(secret: Uint8Array<ArrayBuffer>): Promise<CryptoKey> {
  assert(secret.length === DATA_KEY_BYTES, `a data key has ${DATA_KEY_BYTES} bytes`);
  return crypto.subtle.importKey('raw', secret, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

/** What is authenticated beside the text; as JSON, so that no two places have the same bytes. */
function bindingOf(keyId: string, { table, column, row }: EncryptedField): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([FORMAT, keyId, table, column, row]));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
