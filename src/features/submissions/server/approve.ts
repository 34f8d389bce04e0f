import { and, asc, eq, isNull, ne, or } from 'drizzle-orm';
import { fileScans } from '#db/schema/files.ts';
import { submissionDocuments } from '#db/schema/submissions.ts';
import type { DocumentFacts, DocumentKind } from '#features/documents/documents.contract.ts';
import { fileStored } from '#features/documents/server/index.ts';
import { notify } from '#features/notifications/server/index.ts';
import { offeringErrors } from '#features/offerings/offerings.contract.ts';
import { verifiedAmong } from '#features/ownership/server/index.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { createApproved, refuseYield } from '#features/properties/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import {
  approveInput,
  SUBMISSION_PRICE_PER_SHARE_CENTS,
  type SubmissionDocumentKind,
  submissionDocumentKind,
  submissionErrors,
} from '../submissions.contract.ts';
import {
  type ConfirmedFigures,
  confirmationLabel,
  confirmedFigures,
  documentLabel,
  minimumOrderOf,
  missingConfirmations,
} from '../submissions.rules.ts';
import { decide } from './decide.ts';
import { requireOfferedShares } from './file-submission.ts';
import {
  lockForReview,
  newestConfirmations,
  requireDocument,
  requireUpToDate,
} from './reviewed-submission.ts';

/** The kind that a submitted document is of, once it is filed about the property. */
const filedAs: Record<SubmissionDocumentKind, DocumentKind> = {
  rentRoll: 'lease',
  financials: 'financial_statement',
  photo: 'other',
  appraisal: 'appraisal',
  ownership: 'title',
  capTable: 'other',
  deed: 'title',
  taxRecords: 'tax_record',
  insurance: 'insurance',
  inspection: 'inspection',
  other: 'other',
};

interface ConfirmedTerms {
  figures: ConfirmedFigures;
  /** The document that the valuation was confirmed by. */
  valuationDocument: DocumentFacts & { fileId: string };
}

/**
 * Approves a pending submission as it was shown: its property goes on the market with the confirmed figures, in whole
 * shares of $100 of the equity offered, and its offering begins. Idempotent by `requestId`.
 * @throws SUBMISSION_NOT_FOUND, OWN_PROPERTY, ALREADY_DECIDED, SUBMISSION_CHANGED, NOT_CONFIRMED, VALUATION_UNDATED, OWNER_NOT_VERIFIED,
 * YIELD_NOT_SUPPORTED, NO_SHARES, TOO_MANY_SHARES, MINIMUM_TOO_HIGH, REPAYMENT_TOO_HIGH, BELOW_SHARE_PRICE
 */
export const approve = defineCommand({
  name: 'submissions.approve',
  input: approveInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { submissionId, ...shown }) {
    const { tx, actor, config } = run;
    const submission = await lockForReview(tx, actor, submissionId);
    await requireUpToDate(tx, actor, submission, shown);
    const { ownerId } = submission;
    if (config.investing.requiresKyc && (await verifiedAmong(tx, [ownerId])).size === 0)
      throw new DomainError(propertyErrors.OWNER_NOT_VERIFIED);
    const { figures, valuationDocument } = await requireConfirmed(tx, submissionId);
    const totalShares = requireOfferedShares(figures);
    const { name, propertyType, subtype, valuationCents, basis, equityOfferedBps, annualYieldBps, terms } =
      figures;
    const { fundingDays, minimumShares, minimumInvestmentCents, mortgageCents, repaymentCents } = terms;
    if (minimumShares !== null && minimumShares > totalShares)
      throw new DomainError(offeringErrors.MINIMUM_TOO_HIGH);
    const unsupported = refuseYield(figures, figures.annualYieldBps);
    if (unsupported !== null)
      throw new DomainError(propertyErrors.YIELD_NOT_SUPPORTED, { message: unsupported });
    const { id: propertyId } = await createApproved(run, {
      ownerId,
      name,
      propertyType,
      subtype,
      valuationCents,
      basis,
      valuedOn: valuationDocument.dated,
      fileValuation: (id) => fileStored(run, { propertyId: id, ownerId, ...valuationDocument }),
      equityOfferedBps,
      mortgageCents,
      repaymentCents,
      annualYieldBps,
      confirmedIncomeCents: figures.netIncomeCents,
      totalShares,
      pricePerShareCents: SUBMISSION_PRICE_PER_SHARE_CENTS,
      description: submission.description,
      location: `${submission.city}, ${submission.state}`,
      streetAddress: submission.streetAddress,
      zipCode: submission.zipCode,
      latitude: figures.place?.latitude ?? null,
      longitude: figures.place?.longitude ?? null,
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

/** @throws NOT_CONFIRMED with the missing items, VALUATION_UNDATED */
async function requireConfirmed(tx: Transaction, submissionId: string): Promise<ConfirmedTerms> {
  const confirmations = await newestConfirmations(tx, submissionId);
  const missing = missingConfirmations(confirmations);
  if (missing.length > 0) {
    const labels = missing.map((item) => confirmationLabel[item]).join(', ');
    throw new DomainError(submissionErrors.NOT_CONFIRMED, {
      message: `Not confirmed against a document yet: ${labels}. Confirm these under “To confirm” first.`,
    });
  }
  const valuation = present(
    confirmations.find(({ item }) => item === 'valuation'),
    'the confirmed valuation',
  );
  const id = valuation.row.documentId;
  const { fileId, kind, dated } = await requireDocument(tx, { id, submissionId });
  if (dated === null) throw new DomainError(submissionErrors.VALUATION_UNDATED);
  const submitted = submissionDocumentKind.parse(kind);
  const valuationDocument = { fileId, dated, kind: filedAs[submitted], title: documentLabel[submitted] };
  return { figures: confirmedFigures(confirmations), valuationDocument };
}

/** The stored file of the first photo that is neither refused nor infected, or null. */
async function firstPhoto(tx: Transaction, submissionId: string): Promise<string | null> {
  const [photo] = await tx
    .select({ fileId: submissionDocuments.fileId })
    .from(submissionDocuments)
    .leftJoin(fileScans, eq(fileScans.fileId, submissionDocuments.fileId))
    .where(
      and(
        eq(submissionDocuments.submissionId, submissionId),
        eq(submissionDocuments.kind, 'photo'),
        or(isNull(submissionDocuments.verdict), ne(submissionDocuments.verdict, 'refused')),
        or(isNull(fileScans.result), ne(fileScans.result, 'infected')),
      ),
    )
    .orderBy(asc(submissionDocuments.id))
    .limit(1);
  return photo?.fileId ?? null;
}
