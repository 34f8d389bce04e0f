import { createPrivateKey, hkdfSync, type KeyObject } from 'node:crypto';
import type { DataKey } from '../../security/vault.ts';

const SEED_BYTES = 32;
/** The bytes before the 32 of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The Ed25519 key that is derived from a data key for a purpose. The database alone is not enough to sign. */
export function signingKey({ secret }: DataKey, purpose: string): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', secret, new Uint8Array(), purpose, SEED_BYTES));
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
}
