import { eq } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { requireImpartial } from '#features/ownership/server/index.ts';
import { present } from '#kernel/assert.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { Actor } from '#platform/server/security/caller.ts';

/**
 * Refuses an admin a decision on trading in a property of their own.
 * @throws OWN_PROPERTY
 */
export async function requireImpartialToBook(
  tx: Transaction,
  actor: Actor,
  propertyId: number,
): Promise<void> {
  const [found] = await tx
    .select({ ownerId: properties.ownerId })
    .from(properties)
    .where(eq(properties.id, propertyId));
  await requireImpartial(tx, actor, present(found, 'the property of a book'));
}
