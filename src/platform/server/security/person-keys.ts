import type { Files } from '../ports/files.ts';
import { createVault, DATA_KEY_BYTES, type DataKey, type Vault } from './vault.ts';

/*
 * Keys that belong to one person each. They are stored beside the files, not in the database, so that no backup of it has
 * them: data encrypted with one of them is lost in every backup once the key is removed.
 */

const PREFIX = 'person-';

export const personKeyFile = (id: string) => `key/${id}`;

const keyOf = (id: string, secret: Uint8Array): DataKey => ({
  id: `${PREFIX}${id}`,
  secret: Uint8Array.from(secret),
});

/** Stores a new key under an id that was never used. */
export async function storePersonKey(files: Files, id: string): Promise<void> {
  const secret = crypto.getRandomValues(new Uint8Array(DATA_KEY_BYTES));
  await files.put(personKeyFile(id), secret, 'application/octet-stream');
}

/** Vault with a person's key; null when the key was removed. */
export async function personVault(files: Pick<Files, 'get'>, id: string): Promise<Vault | null> {
  const secret = await files.get(personKeyFile(id));
  return secret && createVault([keyOf(id, secret)]);
}

/** The id of the person whose key has this name; null for a key of everybody. */
export const personKeyId = (keyName: string): string | null =>
  keyName.startsWith(PREFIX) ? keyName.slice(PREFIX.length) : null;
