import { eq, sql } from 'drizzle-orm';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { accounts, lockBalances } from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import { type Queryable, rows, type Transaction } from '#platform/server/database/db.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import {
  beginsAtApproval,
  closesAt,
  DEFAULT_FUNDING_DAYS,
  deadlineOf,
  firstStatus,
  raisedOf,
} from '../offerings.rules.ts';
import { type OfferingView, propertyErrors } from '../properties.contract.ts';
import { affiliateShares } from './affiliates.ts';
import { refuseOwnReview } from './properties.policy.ts';

/** The terms of an offering and how it went, as they are stored. */
export type Offering = typeof offerings.$inferSelect;
type OfferingTerms = Pick<Offering, 'minimumShares' | 'fundingDays'>;

/** When the newest purchase of an offering that stands was made, in milliseconds, as an expression of its row. */
export const newestPurchase = sql<number | null>`(
  select (extract(epoch from i.created_at) * 1000)::float8 from investments i
  where i.property_id = offerings.property_id
    and not exists (select 1 from investment_refunds r where r.investment_id = i.id)
  order by i.created_at desc limit 1)`;

/**
 * The offering of a property, its row locked. Whoever changes it holds the balance of the available shares already,
 * as purchases do, so that nothing is bought, cancelled or closed meanwhile.
 */
export async function lockOffering(tx: Transaction, propertyId: number): Promise<Offering> {
  const [found] = await tx
    .select()
    .from(offerings)
    .where(eq(offerings.propertyId, propertyId))
    .for('no key update');
  return present(found, 'the offering of a property');
}

/** The terms of an offering, of which its owner may have left some out: every share must be sold then. */
export function termsOf(
  totalShares: number,
  given: { minimumShares?: number | undefined; fundingDays?: number | undefined },
): { minimumShares: number; fundingDays: number } {
  const { minimumShares = totalShares, fundingDays = DEFAULT_FUNDING_DAYS } = given;
  return { minimumShares, fundingDays };
}

/** Writes down the terms of a new property. */
export async function openOffering(
  tx: Transaction,
  property: { id: number; totalShares: number },
  terms: { minimumShares?: number | undefined; fundingDays?: number | undefined },
  now: Date,
): Promise<void> {
  const { minimumShares, fundingDays } = termsOf(property.totalShares, terms);
  const status = firstStatus(minimumShares);
  await tx.insert(offerings).values({
    propertyId: property.id,
    minimumShares,
    fundingDays,
    status,
    closedAt: status === 'open' ? null : now,
    releasedCents: 0,
    releasedFeeCents: 0,
  });
}

/**
 * Starts the clock of an offering when its property is approved. One that failed begins anew, once its purchases are
 * refunded; one that has sold shares keeps its deadline.
 * @returns whether it begins, for the first time or anew
 * @throws TERMS_CHANGED, REFUNDS_RUNNING
 */
export async function startOffering(
  tx: Transaction,
  {
    propertyId,
    soldShares,
    shownTerms,
    now,
  }: { propertyId: number; soldShares: number; shownTerms: OfferingTerms | undefined; now: Date },
): Promise<boolean> {
  const offering = await lockOffering(tx, propertyId);
  refuseChangedTerms(offering, shownTerms);
  if (offering.status === 'failed' && offering.refundedAt === null) {
    throw new DomainError(propertyErrors.REFUNDS_RUNNING);
  }
  const { status, deadline } = offering;
  if (!beginsAtApproval({ status, hasDeadline: deadline !== null, soldShares })) return false;
  await setTerms(tx, offering, now, now);
  return true;
}

/** @throws TERMS_CHANGED when an admin decides by terms that are no longer those of the offering */
export function refuseChangedTerms(offering: OfferingTerms, shown: OfferingTerms | undefined): void {
  if (shown === undefined) return;
  const { minimumShares, fundingDays } = offering;
  if (shown.minimumShares === minimumShares && shown.fundingDays === fundingDays) return;
  throw new DomainError(propertyErrors.TERMS_CHANGED);
}

/** Gives an offering these terms, from the first moment; `startsAt` is null while it waits for approval. */
export async function setTerms(
  tx: Transaction,
  terms: { propertyId: number; minimumShares: number; fundingDays: number },
  startsAt: Date | null,
  now: Date,
): Promise<void> {
  const { propertyId, minimumShares, fundingDays } = terms;
  const status = firstStatus(minimumShares);
  await tx
    .update(offerings)
    .set({
      minimumShares,
      fundingDays,
      status,
      deadline: startsAt && deadlineOf(terms, startsAt),
      closedAt: status === 'open' ? null : now,
      refundedAt: null,
    })
    .where(eq(offerings.propertyId, propertyId));
}

/** Marks an open offering as funded. */
export async function markFunded(tx: Transaction, propertyId: number, now: Date): Promise<void> {
  await tx
    .update(offerings)
    .set({ status: 'funded', closedAt: now })
    .where(eq(offerings.propertyId, propertyId));
}

/** Marks an open offering as failed, and takes its property off the market with the reason. */
export async function markFailed(
  tx: Transaction,
  propertyId: number,
  { reason, now }: { reason: string; now: Date },
): Promise<void> {
  await tx
    .update(properties)
    .set({ status: 'rejected', statusReason: reason, rejectedAt: now, updatedAt: now })
    .where(eq(properties.id, propertyId));
  await tx
    .update(offerings)
    .set({ status: 'failed', closedAt: now })
    .where(eq(offerings.propertyId, propertyId));
}

/** Marks a failed offering as refunded to its last purchase. */
export async function markRefunded(tx: Transaction, propertyId: number, now: Date): Promise<void> {
  await tx.update(offerings).set({ refundedAt: now }).where(eq(offerings.propertyId, propertyId));
}

/** Writes down what left the escrow of an offering for its owner and the platform. */
export async function markReleased(
  tx: Transaction,
  propertyId: number,
  released: { proceedsCents: Cents; feeCents: Cents },
): Promise<void> {
  const { proceedsCents, feeCents } = released;
  const dollars = (cents: Cents) => sql`${cents}::numeric / 100`;
  await tx
    .update(offerings)
    .set({
      releasedCents: sql`${offerings.releasedCents} + ${dollars(proceedsCents)}`,
      releasedFeeCents: sql`${offerings.releasedFeeCents} + ${dollars(feeCents)}`,
    })
    .where(eq(offerings.propertyId, propertyId));
}

/** Whether the shares of a property were its holders' own at a moment: from the moment its offering was funded. */
export async function fundedAt(db: Queryable, propertyId: number, moment: Date): Promise<boolean> {
  const [funded] = await rows(
    db,
    sql`select 1 from offerings
        where property_id = ${propertyId} and status = 'funded' and closed_at <= ${moment.toISOString()}::timestamptz`,
  );
  return funded !== undefined;
}

/** A property whose offering an admin decides on, locked as purchases lock it. */
export interface ReviewedOffering {
  property: typeof properties.$inferSelect;
  offering: Offering;
  availableShares: number;
}

/**
 * Locks what an admin is about to decide on: the available shares first, as purchases do, then property and offering.
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
  if (!property) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  await refuseOwnReview(tx, actor, property);
  const offering = await lockOffering(tx, propertyId);
  return { property, offering, availableShares: balances.get(available.id) ?? 0 };
}

/** How a reviewed offering stands after the decision, for the admin who made it. */
export function viewOfReviewed(
  tx: Transaction,
  { property, availableShares }: ReviewedOffering,
): Promise<OfferingView> {
  return offeringView(tx, { ...property, availableShares });
}

type Offered = Pick<
  typeof properties.$inferSelect,
  'id' | 'status' | 'totalShares' | 'pricePerShareCents'
> & { availableShares: number };

/** The offering of a property as screens show it. */
export async function offeringView(db: Queryable, property: Offered): Promise<OfferingView> {
  const [row] = await db
    .select({ offering: offerings, last: newestPurchase, affiliateShares })
    .from(offerings)
    .innerJoin(properties, eq(properties.id, offerings.propertyId))
    .where(eq(offerings.propertyId, property.id));
  const { offering, ...facts } = present(row, 'the offering of a property');
  return offeringViewOf(offering, property, facts);
}

/** An offering as screens show it. */
export function offeringViewOf(
  offering: Offering,
  property: Omit<Offered, 'id'>,
  facts: { last: number | null; affiliateShares: number },
): OfferingView {
  const { status, minimumShares, fundingDays, deadline, refundedAt, heldAt, holdReason } = offering;
  const sold = property.totalShares - property.availableShares;
  // Until it is funded, only what counts for the minimum is raised.
  const soldShares = status === 'open' ? sold - facts.affiliateShares : sold;
  const last = facts.last === null ? null : new Date(facts.last);
  const closing =
    status === 'open' && deadline !== null && property.status === 'approved'
      ? closesAt({ minimumShares, soldShares, lastPurchaseAt: last, deadline })
      : null;
  return {
    state: status === 'funded' && property.availableShares === 0 ? 'closed' : status,
    minimumShares,
    fundingDays,
    ...raisedOf(offering, { soldShares, pricePerShareCents: property.pricePerShareCents }),
    deadline: deadline?.toISOString() ?? null,
    closesAt: closing?.toISOString() ?? null,
    refunded: refundedAt !== null,
    hold: heldAt && { since: heldAt.toISOString(), reason: holdReason },
  };
}
