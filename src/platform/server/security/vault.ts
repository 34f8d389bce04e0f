import { assert, present } from '#kernel/assert.ts';

/** The field that an encrypted value belongs to. It is part of the authenticated data: no other field decrypts it. */
export interface EncryptedField {
  table: string;
  column: string;
  /** The primary key of the row. */
  row: string;
}

/** Encryption of single values at rest. */
export interface Vault {
  /**
   * Encrypts a text for one field with the newest data key. The same text gives a different result each time.
   * In a command, call it in `prepare`: `run` has no platform.
   */
  encrypt(text: string, field: EncryptedField): Promise<string>;
  /**
   * Decrypts a value of this field, with the data key that it was encrypted with.
   * @throws Error when it was moved or changed, or when the settings no longer have its key
   */
  decrypt(encrypted: string, field: EncryptedField): Promise<string>;
  /** Encrypts a file that is stored under this key, with the newest data key. */
  encryptFile(bytes: Uint8Array, key: string): Promise<Uint8Array>;
  /**
   * Decrypts a file that was stored under this key.
   * @throws Error when it was moved or changed, or when the settings no longer have its data key
   */
  decryptFile(encrypted: Uint8Array, key: string): Promise<Uint8Array>;
  /**
   * A keyed hash (HMAC) of a text, to compare encrypted values without decrypting them. `purpose` separates the hashes of
   * different columns. It uses the oldest data key and contains its name, so that adding a key changes nothing. After
   * the oldest key is removed, fingerprints without `fingerprintPrefix` have to be made again.
   */
  fingerprint(text: string, purpose: string): Promise<string>;
  /** The beginning of every fingerprint that is made now. */
  fingerprintPrefix: string;
}

/** The name of the key that a value was encrypted with. */
export const keyNameOf = (encrypted: string): string => encrypted.split(':')[1] ?? '';

/** The name of the key that a file was encrypted with. */
export function fileKeyNameOf(encrypted: Uint8Array): string {
  const header = new TextDecoder().decode(encrypted.subarray(0, Math.max(0, encrypted.indexOf(LINE_END))));
  assert(header.startsWith(`${FILE_FORMAT} `), 'an encrypted file has a known format');
  return header.slice(FILE_FORMAT.length + 1);
}

/** A key that data is encrypted with. */
export interface DataKey {
  /** Stored with each value that was encrypted with it, so that keys can be rotated. */
  id: string;
  /** 32 random bytes. */
  secret: Uint8Array<ArrayBuffer>;
}

export const DATA_KEY_BYTES = 32;

const FORMAT = 'v1';
const FILE_FORMAT = 'commonhold file v1';
const NONCE_BYTES = 12;
const LINE_END = 10;
const FINGERPRINT_FORMAT = 'f1';

/** AES-256-GCM with these keys: the first one encrypts, all of them decrypt. */
export function createVault(keys: readonly DataKey[]): Vault {
  const newest = present(keys[0], 'a data key');
  const oldest = present(keys.at(-1), 'a data key');
  const fingerprintPrefix = `${FINGERPRINT_FORMAT}:${oldest.id}:`;
  const imported = new Map(keys.map(({ id, secret }) => [id, importKey(secret)]));

  async function keyOf(id: string): Promise<CryptoKey> {
    const key = imported.get(id);
    if (!key)
      throw new Error(`A value is encrypted with the data key "${id}", which DATA_KEYS does not have.`);
    return key;
  }

  return {
    async encrypt(text, field) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const content = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv: nonce, additionalData: associatedData(newest.id, field) },
        await keyOf(newest.id),
        new TextEncoder().encode(text),
      );
      return [FORMAT, newest.id, toBase64(nonce), toBase64(new Uint8Array(content))].join(':');
    },
    async decrypt(encrypted, field) {
      const [format, id = '', nonce = '', content = '', ...more] = encrypted.split(':');
      assert(format === FORMAT && more.length === 0, 'an encrypted value has a known format');
      const text = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: fromBase64(nonce), additionalData: associatedData(id, field) },
        await keyOf(id),
        fromBase64(content),
      );
      return new TextDecoder().decode(text);
    },
    async encryptFile(bytes, key) {
      const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
      const content = await crypto.subtle.encrypt(
        { name: 'AES-GCM', iv: nonce, additionalData: fileData(newest.id, key) },
        await keyOf(newest.id),
        bytes as Uint8Array<ArrayBuffer>,
      );
      const header = new TextEncoder().encode(`${FILE_FORMAT} ${newest.id}\n`);
      return joined(header, nonce, new Uint8Array(content));
    },
    async decryptFile(encrypted, key) {
      const id = fileKeyNameOf(encrypted);
      const end = encrypted.indexOf(LINE_END);
      const nonce = Uint8Array.from(encrypted.subarray(end + 1, end + 1 + NONCE_BYTES));
      const content = await crypto.subtle.decrypt(
        { name: 'AES-GCM', iv: nonce, additionalData: fileData(id, key) },
        await keyOf(id),
        encrypted.subarray(end + 1 + NONCE_BYTES) as Uint8Array<ArrayBuffer>,
      );
      return new Uint8Array(content);
    },
    async fingerprint(text, purpose) {
      const key = await fingerprintKey(oldest.secret, purpose);
      const hash = await crypto.subtle.sign('HMAC', key, new TextEncoder().encode(text));
      return fingerprintPrefix + toBase64(new Uint8Array(hash));
    },
    fingerprintPrefix,
  };
}

/** A key for one purpose, derived from a data key, so that no key both encrypts and hashes. */
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

/** The additional authenticated data; as JSON, so that no two fields have the same bytes. */
function associatedData(keyId: string, { table, column, row }: EncryptedField): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([FORMAT, keyId, table, column, row]));
}

function fileData(keyId: string, key: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify([FILE_FORMAT, keyId, key]));
}

function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
