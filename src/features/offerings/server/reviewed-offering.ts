import { eq } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { accounts, lockBalances } from '#features/ledger/server/index.ts';
import { requireImpartial } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import { type OfferingView, offeringErrors } from '../offerings.contract.ts';
import { lockOffering, type Offering } from './offering-terms.ts';
import { offeringViewOfProperty } from './offerings.queries.ts';

/** A property whose offering an admin decides on, locked as purchases lock it. */
interface ReviewedOffering {
  property: typeof properties.$inferSelect;
  offering: Offering;
  availableShares: number;
}

/**
 * Locks the rows of an admin's decision: the available shares first, as purchases do, then property and offering.
 * @throws PROPERTY_NOT_FOUND, OWN_PROPERTY
 */
export async function lockReviewedOffering(
  tx: Transaction,
  actor: Actor,
  propertyId: number,
): Promise<ReviewedOffering> {
  const available = accounts.propertyAvailable(propertyId);
  const balances = await lockBalances(tx, [available]);
  const [property] = await tx.select().from(properties).where(eq(properties.id, propertyId)).for('share');
  if (!property) throw new DomainError(offeringErrors.PROPERTY_NOT_FOUND);
  await requireImpartial(tx, actor, property);
  const offering = await lockOffering(tx, propertyId);
  return { property, offering, availableShares: balances.get(available.id) ?? 0 };
}

/** The offering after the decision, for the admin who made it. */
export function viewAfterReview(
  tx: Transaction,
  { property, availableShares }: ReviewedOffering,
): Promise<OfferingView> {
  return offeringViewOfProperty(tx, { ...property, availableShares });
}
