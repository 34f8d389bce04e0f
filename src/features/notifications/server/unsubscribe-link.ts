import { handle } from '#kernel/schemas.ts';
import type { Vault } from '#platform/server/security/vault.ts';

/** Path of the POST that ends mails without signing in. */
export const UNSUBSCRIBE_PATH = '/api/unsubscribe';

const signatureOf = (vault: Vault, userId: string) => vault.fingerprint(userId, 'notifications.unsubscribe');

/** The signed address that ends a person's mails about notifications. */
export async function unsubscribeUrl(
  { vault, origin }: { vault: Vault; origin: string },
  userId: string,
): Promise<string> {
  const token = `${userId}.${await signatureOf(vault, userId)}`;
  return `${origin}${UNSUBSCRIBE_PATH}?token=${encodeURIComponent(token)}`;
}

/** User of an unsubscribe token; null for one that we have not signed. */
export async function userOfToken(vault: Vault, token: string): Promise<string | null> {
  const dot = token.indexOf('.');
  const userId = handle.safeParse(token.slice(0, Math.max(dot, 0)));
  if (!userId.success || userId.data === '') return null;
  // Hashed again, so that the time of the comparison says nothing about the signature.
  const same = (text: string) => vault.fingerprint(text, 'notifications.unsubscribe.comparison');
  const expected = await signatureOf(vault, userId.data);
  return (await same(token.slice(dot + 1))) === (await same(expected)) ? userId.data : null;
}
