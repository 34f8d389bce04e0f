import { and, eq } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { requireConfirmedEmail } from '#features/identity/server/index.ts';
import { accounts, post, type Transfer } from '#features/ledger/server/index.ts';
import {
  lockEscrow,
  refuseRepayment,
  resetOffering,
  type SubmittedTerms,
  termsOf,
} from '#features/offerings/server/index.ts';
import { lastOfferingValuation } from '#features/valuations/server/index.ts';
import { valuationErrors } from '#features/valuations/valuations.contract.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { type Cents, WHOLE_BPS } from '#kernel/money.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { type PropertyEntity, propertyErrors } from '../properties.contract.ts';
import { PROPERTY_RESUBMITTED } from '../properties.events.ts';
import { refuseResubmission } from '../resubmission.rules.ts';
import type { SimpleForm } from '../simple-form.contract.ts';
import { resubmissionErrors, resubmitPropertyInput } from '../simple-form-versions.contract.ts';
import { entityOf } from './properties.views.ts';
import { consumePictureQuota, replaceImage } from './request-image.ts';
import {
  correctedOf,
  currentSimpleFormVersion,
  descriptionOf,
  storeVersion,
  termColumnsOf,
} from './simple-form-versions.ts';

/**
 * Puts a rejected property back in review as its owner corrected it; the rejected version stays on record. Where it was on
 * the market, its holders and their statements keep the approved name, place and yield until the correction is approved.
 * While shares are sold, the terms of the offering stay as they are. Otherwise the shares in the ledger follow the new
 * number, and approval starts a new offering. Idempotent by `requestId`.
 * @throws EMAIL_NOT_CONFIRMED, PROPERTY_NOT_FOUND, NOT_REJECTED, REFUNDS_RUNNING, ESCROW_NOT_EMPTY, TERMS_FROZEN,
 * BELOW_SHARE_PRICE, REPAYMENT_TOO_HIGH, IMAGE_NOT_FOUND, RATE_LIMITED
 */
export const resubmit = defineCommand({
  name: 'properties.resubmit',
  input: resubmitPropertyInput,
  access: 'signedIn',
  prepare: ({ platform, caller }, { submission }) =>
    consumePictureQuota(platform, caller.actor, submission.imageUrl),
  async run(run, { id, submission }): Promise<PropertyEntity> {
    const { tx, actor, now, emit } = run;
    await requireConfirmedEmail(tx, actor.userId);
    const { property: before, offering, soldShares, escrowCents } = await lockOwned(tx, actor, id);
    const refusal = refuseResubmission({
      status: before.status,
      offering: offering.status,
      refunded: offering.refundedAt !== null,
      escrowCents,
    });
    if (refusal) throw new DomainError(refusal);
    const description = descriptionOf(submission);
    const columns = correctedTerms(before, submission, await confirmedValuation(tx, id));
    const termsFrozen = soldShares > 0;
    const terms = termsFrozen
      ? { ...offering, ...submittedTerms(submission) }
      : termsOf(submission.totalShares, {
          ...submission,
          minimumOrderShares: offering.minimumOrderShares,
        });
    const termsChanged =
      columns.pricePerShareCents !== before.pricePerShareCents ||
      columns.totalShares !== before.totalShares ||
      terms.minimumShares !== offering.minimumShares ||
      terms.fundingDays !== offering.fundingDays;
    if (termsFrozen && termsChanged) throw new DomainError(resubmissionErrors.TERMS_FROZEN);
    await storeVersion(tx, before, { submission: await currentSimpleFormVersion(tx, before, offering), now });
    await tx
      .update(properties)
      .set({
        ...(before.approvedAt === null
          ? description
          : { correction: { ...before.correction, ...description } }),
        ...columns,
        status: 'pending',
        statusReason: null,
        rejectedAt: null,
        updatedAt: now,
      })
      .where(eq(properties.id, id));
    await replaceImage(run, correctedOf(before), submission.imageUrl);
    const [row] = await tx.select().from(properties).where(eq(properties.id, id));
    const property = present(row, 'the corrected property');
    if (termsChanged || offering.status !== 'funded') {
      const { pricePerShareCents } = property;
      const repays = refuseRepayment({ ...offering, minimumShares: terms.minimumShares, pricePerShareCents });
      if (repays) throw new DomainError(repays);
      await resetOffering(tx, { propertyId: id, ...terms }, null, now);
    }
    const issued = property.totalShares - before.totalShares;
    if (issued !== 0) await post(tx, run, [changeOfShares(id, issued)]);
    emit(PROPERTY_RESUBMITTED, {
      userId: actor.userId,
      broadcast: { propertyId: id },
      payload: { propertyId: id, at: now.toISOString() },
    });
    return entityOf({
      property: correctedOf(property),
      availableShares: property.totalShares - soldShares,
    });
  },
  audit: ({ id }) => ({ subject: `property:${id}` }),
});

/**
 * Locks a property of the actor with its offering.
 * @throws PROPERTY_NOT_FOUND
 */
async function lockOwned(tx: Transaction, actor: UserActor, id: number) {
  const owned = and(eq(properties.id, id), eq(properties.ownerId, actor.userId));
  // The owner never changes, so nobody can lock the balances of someone else's property.
  const [known] = await tx.select({ id: properties.id }).from(properties).where(owned);
  if (!known) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  return lockEscrow(tx, id);
}

/** Valuation confirmed by a reviewer against a document; null for simple forms. */
async function confirmedValuation(tx: Transaction, propertyId: number): Promise<Cents | null> {
  const last = await lastOfferingValuation(tx, propertyId);
  return last === undefined || last.documentId === null ? null : last.amountCents;
}

/**
 * The terms that a correction decides. A confirmed valuation stays: with another price or number of shares, another
 * part of the property is offered. Otherwise price × shares are the whole property.
 * @throws BELOW_SHARE_PRICE when the shares would cost more than the property was confirmed to be worth
 */
function correctedTerms(
  before: typeof properties.$inferSelect,
  submission: SimpleForm,
  confirmedCents: Cents | null,
) {
  const columns = termColumnsOf(submission);
  const { pricePerShareCents, totalShares, valuationCents: offeredCents } = columns;
  const isSame = pricePerShareCents === before.pricePerShareCents && totalShares === before.totalShares;
  if (isSame) return { ...columns, valuationCents: before.valuationCents };
  if (confirmedCents === null) return { ...columns, equityOfferedBps: WHOLE_BPS };
  if (offeredCents > confirmedCents) throw new DomainError(valuationErrors.BELOW_SHARE_PRICE);
  const part =
    (BigInt(offeredCents) * BigInt(WHOLE_BPS) + BigInt(confirmedCents) - 1n) / BigInt(confirmedCents);
  return { ...columns, valuationCents: confirmedCents, equityOfferedBps: Number(part) };
}

/** The terms that a submission names. */
function submittedTerms({ minimumShares, fundingDays }: SubmittedTerms) {
  return {
    ...(minimumShares !== undefined && { minimumShares }),
    ...(fundingDays !== undefined && { fundingDays }),
  };
}

/** Issues more shares of a property, or takes back as many of those that nobody has. */
function changeOfShares(propertyId: number, issued: number): Transfer {
  const source = accounts.propertyIssued(propertyId);
  const available = accounts.propertyAvailable(propertyId);
  return issued > 0
    ? { code: 'shares_issued', debit: source, credit: available, amount: issued }
    : { code: 'shares_withdrawn', debit: available, credit: source, amount: -issued };
}
