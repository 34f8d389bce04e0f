import { sha256 } from './sha256.ts';
import type { Vault } from './vault.ts';

/** Names for the users of one property. A user has another name at each property, and names do not reveal ids. */
interface Pseudonyms {
  /** "User" and four characters. */
  nameOf(userId: string): string;
  /** The secret behind the names, for queries that need an unpredictable order. Never leaves the server. */
  secret: string;
}

export async function pseudonymsOf(vault: Vault, propertyId: number): Promise<Pseudonyms> {
  const secret = await vault.fingerprint(String(propertyId), 'pseudonyms of a property');
  return { secret, nameOf: (userId) => `User ${sha256(`${secret} ${userId}`).slice(0, 4)}` };
}
