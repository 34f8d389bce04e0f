import { and, eq, gt } from 'drizzle-orm';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { valuationDecisions, valuations } from '#db/schema/valuations.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import { dayText } from '#kernel/time.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { highestFirst, type Queryable } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { ValuationBasis } from '../share-value.contract.ts';
import { valuationErrors } from '../valuations.contract.ts';
import { VALUATION_APPROVED } from '../valuations.events.ts';
import { coversSharePrice } from '../valuations.rules.ts';

export interface OfferingValuation {
  propertyId: number;
  /** The day from which it is effective: "2026-09-30". */
  effectiveOn: string;
  amountCents: Cents;
  /** Mortgage and other debt disclosed for that day, before escrow repays any of it. */
  debtCents: Cents;
  basis: ValuationBasis;
  documentId?: string | null;
}

/**
 * Records a property's first valuation, the offering's own, in the transaction that approves the property: the admin
 * who approves the one approves the other. The property and the terms of its offering (the equity offered, what escrow
 * repays of the mortgage) are stored before.
 * @throws REPAYS_BEYOND_DEBT, and BELOW_SHARE_PRICE unless (valuation − debt that remains) × equity ÷ shares is at least the share price less
 *   one cent, so that the value of a share does not drop on the day that the offering is funded
 */
export async function recordOfferingValuation(
  { tx, actor, now, newId, emit }: Pick<Run<UserActor>, 'tx' | 'actor' | 'now' | 'newId' | 'emit'>,
  { propertyId, effectiveOn, amountCents, debtCents, basis, documentId = null }: OfferingValuation,
): Promise<void> {
  const [found] = await tx
    .select({ property: properties, repaymentCents: offerings.mortgageRepaymentCents })
    .from(properties)
    .innerJoin(offerings, eq(offerings.propertyId, properties.id))
    .where(eq(properties.id, propertyId));
  const { property, repaymentCents } = present(found, 'the property and its offering');
  const appraised = { amountCents, debtCents, repaymentCents };
  if (repaymentCents > debtCents) throw new DomainError(valuationErrors.REPAYS_BEYOND_DEBT);
  if (!coversSharePrice(appraised, property)) throw new DomainError(valuationErrors.BELOW_SHARE_PRICE);
  const { ownerId, pricePerShareCents } = property;
  const id = newId();
  await tx.insert(valuations).values({
    id,
    propertyId,
    effectiveOn,
    ...appraised,
    basis,
    isOffering: true,
    documentId,
    filedBy: ownerId,
    filedAt: now,
  });
  await tx.insert(valuationDecisions).values({
    valuationId: id,
    decision: 'approved',
    beforeCents: pricePerShareCents,
    afterCents: pricePerShareCents,
    decidedBy: actor.userId,
    decidedAt: now,
  });
  emit(VALUATION_APPROVED, {
    userId: ownerId,
    broadcast: { propertyId },
    payload: { propertyId, valuationId: id, isOffering: true, haltUntil: null },
  });
}

/** The newest valuation that was an offering's own; undefined before the first approval. */
export async function lastOfferingValuation(
  db: Queryable,
  propertyId: number,
): Promise<typeof valuations.$inferSelect | undefined> {
  const [last] = await db
    .select()
    .from(valuations)
    .where(and(eq(valuations.propertyId, propertyId), eq(valuations.isOffering, true)))
    .orderBy(highestFirst(valuations.filedAt), highestFirst(valuations.id))
    .limit(1);
  return last;
}

/**
 * The day of the valuation of an offering that begins again. A document that shows the same amount as before keeps its day,
 * so that no old appraisal looks new, unless another valuation was approved for a later day and would replace it.
 */
export async function dayOfNextOffering(
  db: Queryable,
  last: typeof valuations.$inferSelect,
  { amountCents, now }: { amountCents: Cents; now: Date },
): Promise<string> {
  const { propertyId, effectiveOn, documentId } = last;
  if (documentId === null || last.amountCents !== amountCents) return dayText(now);
  const [later] = await db
    .select({ id: valuations.id })
    .from(valuations)
    .innerJoin(valuationDecisions, eq(valuationDecisions.valuationId, valuations.id))
    .where(
      and(
        eq(valuations.propertyId, propertyId),
        gt(valuations.effectiveOn, effectiveOn),
        eq(valuationDecisions.decision, 'approved'),
      ),
    )
    .limit(1);
  return later ? dayText(now) : effectiveOn;
}
