import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import { submissionDocuments } from '#db/schema/submissions.ts';
import { notify } from '#features/notifications/server/index.ts';
import { verifiedAmong } from '#features/ownership/server/index.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { createApproved } from '#features/properties/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { approveInput, submissionErrors, submissionPricePerShareCents } from '../submissions.contract.ts';
import {
  type ConfirmedFigures,
  confirmationLabel,
  confirmedFigures,
  minimumOrderOf,
  missingConfirmations,
} from '../submissions.rules.ts';
import { decide } from './decide.ts';
import { refuseShares } from './file-submission.ts';
import { lockForReview, newestConfirmations, refuseOutdated } from './reviewed-submission.ts';

/**
 * Approves a pending submission as it was shown: its property goes on the market with the confirmed figures, in whole
 * shares of $100 of the equity offered, and its offering begins. Idempotent by `requestId`.
 * @throws SUBMISSION_NOT_FOUND, OWN_PROPERTY, ALREADY_DECIDED, SUBMISSION_CHANGED, NOT_CONFIRMED, OWNER_NOT_VERIFIED,
 * NO_SHARES, TOO_MANY_SHARES, MINIMUM_TOO_HIGH, REPAYMENT_TOO_HIGH, BELOW_SHARE_PRICE
 */
export const approve = defineCommand({
  name: 'submissions.approve',
  input: approveInput,
  access: 'admin',
  needsApproval: false,
  prepare: async ({ platform }) => platform.config.investing,
  async run(run, { submissionId, version }, { kycRequired }) {
    const { tx, actor } = run;
    const submission = await lockForReview(tx, actor, submissionId);
    await refuseOutdated(tx, submission, version);
    const { ownerId } = submission;
    if (kycRequired && (await verifiedAmong(tx, [ownerId])).size === 0)
      throw new DomainError(propertyErrors.OWNER_NOT_VERIFIED);
    const figures = await requireConfirmed(tx, submissionId);
    const totalShares = refuseShares(figures);
    const { name, propertyType, subtype, valuationCents, equityOfferedBps, annualYieldBps, terms } = figures;
    const { fundingDays, minimumShares, minimumInvestmentCents, mortgageCents, repaymentCents } = terms;
    if (minimumShares !== null && minimumShares > totalShares)
      throw new DomainError(submissionErrors.MINIMUM_TOO_HIGH);
    const { id: propertyId } = await createApproved(run, {
      ownerId,
      name,
      propertyType,
      subtype,
      valuationCents,
      equityOfferedBps,
      mortgageCents,
      repaymentCents,
      annualYieldBps,
      totalShares,
      pricePerShareCents: submissionPricePerShareCents,
      description: submission.description,
      location: `${submission.city}, ${submission.state}`,
      streetAddress: submission.streetAddress,
      zipCode: submission.zipCode,
      terms: {
        fundingDays,
        ...(minimumShares !== null && { minimumShares }),
        minimumOrderShares: minimumOrderOf(minimumInvestmentCents, totalShares),
      },
      photoFileId: await firstPhoto(tx, submissionId),
    });
    await decide(run, submission, { status: 'approved', propertyId });
    await notify(run, {
      userId: ownerId,
      type: 'property',
      priority: 'high',
      title: 'Property approved',
      message: `${name} is on the market: investors can buy its shares.`,
      actionUrl: `/property/${propertyId}`,
      always: true,
    });
    return { status: 'approved' as const, propertyId };
  },
  audit: ({ submissionId, version }, { propertyId }) => ({
    subject: `submission:${submissionId}`,
    details: { version, propertyId },
  }),
});

/** @throws NOT_CONFIRMED naming what is missing */
async function requireConfirmed(tx: Transaction, submissionId: string): Promise<ConfirmedFigures> {
  const confirmations = await newestConfirmations(tx, submissionId);
  const missing = missingConfirmations(confirmations);
  if (missing.length > 0) {
    const labels = missing.map((item) => confirmationLabel[item]).join(', ');
    throw new DomainError(submissionErrors.NOT_CONFIRMED, {
      message: `Not confirmed against a document yet: ${labels}.`,
    });
  }
  return confirmedFigures(confirmations.map(({ value }) => value));
}

/** The stored file of the first photo that was not refused, or null. */
async function firstPhoto(tx: Transaction, submissionId: string): Promise<string | null> {
  const [photo] = await tx
    .select({ fileId: submissionDocuments.fileId })
    .from(submissionDocuments)
    .where(
      and(
        eq(submissionDocuments.submissionId, submissionId),
        eq(submissionDocuments.kind, 'photo'),
        or(isNull(submissionDocuments.verdict), ne(submissionDocuments.verdict, 'refused')),
      ),
    )
    .orderBy(asc(submissionDocuments.id))
    .limit(1);
  return photo?.fileId ?? null;
}
