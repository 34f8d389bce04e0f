import { sha256 } from './sha256.ts';
import type { Vault } from './vault.ts';

/** Names for users around one property: the same user has another one elsewhere, and nobody can work out an id. */
export interface Pseudonyms {
  /** "User" and four characters. */
  nameOf(userId: string): string;
  /** What the names are made with, for queries that have to order by something nobody can work out. Never sent out. */
  secret: string;
}

export async function pseudonymsOf(vault: Vault, propertyId: number): Promise<Pseudonyms> {
  const secret = await vault.fingerprint(String(propertyId), 'pseudonyms of a property');
  return { secret, nameOf: (userId) => `User ${sha256(`${secret} ${userId}`).slice(0, 4)}` };
}
