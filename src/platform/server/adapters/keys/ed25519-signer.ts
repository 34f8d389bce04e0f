import { createPublicKey, sign } from 'node:crypto';
import { present } from '#kernel/assert.ts';
import type { Signer } from '../../ports/signer.ts';
import type { DataKey } from '../../security/vault.ts';
import { signingKey } from './signing-key.ts';

const PURPOSE = 'commonhold share certificate';

/** Signs with keys that belong to the data keys; the first one signs, all of them are published. */
export function ed25519Signer(keys: readonly DataKey[]): Signer {
  const newest = present(keys[0], 'a data key');
  const privateKey = signingKey(newest, PURPOSE);
  return {
    sign: async (text) => ({
      signature: sign(null, Buffer.from(text, 'utf8'), privateKey).toString('base64'),
      keyId: newest.id,
    }),
    publicKeys: async () =>
      keys.map((key) => ({
        id: key.id,
        pem: createPublicKey(signingKey(key, PURPOSE)).export({ type: 'spki', format: 'pem' }).toString(),
      })),
  };
}
