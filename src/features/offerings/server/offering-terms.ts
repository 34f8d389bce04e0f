import { eq } from 'drizzle-orm';
import { offerings } from '#db/schema/offerings.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { DEFAULT_FUNDING_DAYS } from '../offering-terms.contract.ts';
import { offeringErrors } from '../offerings.contract.ts';
import { beginsAtApproval, deadlineOf, firstStatus, refuseRepayment } from '../offerings.rules.ts';

/** The stored terms and progress of an offering. */
export type Offering = typeof offerings.$inferSelect;

export interface OfferingTerms {
  minimumShares: number;
  fundingDays: number;
  /** One unless the owner or an admin sets another. */
  minimumOrderShares?: number | undefined;
}

/** Part of the property's mortgage that escrow repays before its owner gets anything, in cents; 0 by default. */
interface Repayment {
  mortgageRepaymentCents?: number | undefined;
}

/** Terms as an owner submits them; what is left out has a default. */
export interface SubmittedTerms {
  minimumShares?: number | undefined;
  fundingDays?: number | undefined;
  minimumOrderShares?: number | undefined;
}

/**
 * The offering of a property, its row locked. A caller that changes it has locked the balance of the available shares
 * before, as purchases do, so that nothing is bought, canceled or closed meanwhile.
 */
export async function lockOffering(tx: Transaction, propertyId: number): Promise<Offering> {
  const [row] = await tx
    .select()
    .from(offerings)
    .where(eq(offerings.propertyId, propertyId))
    .for('no key update');
  return present(row, 'the offering of a property');
}

/** The terms of an offering: without a minimum in the submission, every share must be sold. */
export function termsOf(totalShares: number, submitted: SubmittedTerms): OfferingTerms {
  const {
    minimumShares = totalShares,
    fundingDays = DEFAULT_FUNDING_DAYS,
    minimumOrderShares = 1,
  } = submitted;
  return { minimumShares, fundingDays, minimumOrderShares: Math.min(minimumOrderShares, totalShares) };
}

/**
 * Records the terms of a new property's offering.
 * @throws REPAYMENT_TOO_HIGH when the shares that must be sold bring less than the mortgage repayment
 */
export async function openOffering(
  tx: Transaction,
  property: { id: number; totalShares: number; pricePerShareCents: number },
  submitted: SubmittedTerms & Repayment,
  now: Date,
): Promise<void> {
  const { mortgageRepaymentCents = 0 } = submitted;
  const { minimumShares, fundingDays, minimumOrderShares } = termsOf(property.totalShares, submitted);
  const { pricePerShareCents } = property;
  const refusal = refuseRepayment({ mortgageRepaymentCents, minimumShares, pricePerShareCents });
  if (refusal) throw new DomainError(refusal);
  const status = firstStatus(minimumShares);
  await tx.insert(offerings).values({
    propertyId: property.id,
    minimumShares,
    fundingDays,
    minimumOrderShares,
    mortgageRepaymentCents,
    status,
    closedAt: status === 'open' ? null : now,
    releasedCents: 0,
    releasedFeeCents: 0,
  });
}

/**
 * Starts the clock of an offering when its property is approved. One that failed begins again, once its purchases are
 * refunded; one that has sold shares has the deadline it had.
 * @returns whether it begins, for the first time or again
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
  requireSameTerms(offering, shownTerms);
  if (offering.status === 'failed' && offering.refundedAt === null) {
    throw new DomainError(offeringErrors.REFUNDS_RUNNING);
  }
  const { status, deadline } = offering;
  if (!beginsAtApproval({ status, hasDeadline: deadline !== null, soldShares })) return false;
  await resetOffering(tx, offering, now, now);
  return true;
}

/** @throws TERMS_CHANGED when an admin decides by terms that are no longer those of the offering */
export function requireSameTerms(offering: OfferingTerms, shown: OfferingTerms | undefined): void {
  if (shown === undefined) return;
  const { minimumShares, fundingDays } = offering;
  const { minimumOrderShares = offering.minimumOrderShares } = shown;
  const same = minimumOrderShares === offering.minimumOrderShares;
  if (shown.minimumShares === minimumShares && shown.fundingDays === fundingDays && same) return;
  throw new DomainError(offeringErrors.TERMS_CHANGED);
}

/** Begins an offering again on these terms; `startsAt` is null while it waits for approval. */
export async function resetOffering(
  tx: Transaction,
  terms: OfferingTerms & { propertyId: number },
  startsAt: Date | null,
  now: Date,
): Promise<void> {
  const { propertyId, minimumShares, fundingDays, minimumOrderShares } = terms;
  const status = firstStatus(minimumShares);
  await tx
    .update(offerings)
    .set({
      minimumShares,
      fundingDays,
      ...(minimumOrderShares !== undefined && { minimumOrderShares }),
      status,
      deadline: startsAt && deadlineOf(terms, startsAt),
      closedAt: status === 'open' ? null : now,
      refundedAt: null,
    })
    .where(eq(offerings.propertyId, propertyId));
}
