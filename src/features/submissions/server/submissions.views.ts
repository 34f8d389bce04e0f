import type { submissionConfirmations, submissionDocuments, submissions } from '#db/schema/submissions.ts';
import type { StoredFile } from '#features/files/files.contract.ts';
import { present } from '#kernel/assert.ts';
import { dayText } from '#kernel/time.ts';
import {
  buildingDetails,
  type FiledFields,
  type SubmissionDocument,
  type SubmissionReceipt,
  submissionDocumentKind,
  submissionEstimates,
} from '../submissions.contract.ts';

export type SubmissionRow = typeof submissions.$inferSelect;
export type ConfirmationRow = typeof submissionConfirmations.$inferSelect;
export type DocumentRow = typeof submissionDocuments.$inferSelect;

export function receiptOf(row: SubmissionRow): SubmissionReceipt {
  return { id: row.id, submittedAt: row.submittedAt.toISOString(), ...promisesOf(row) };
}

function promisesOf({ respondBy, proposalBy }: Pick<SubmissionRow, 'respondBy' | 'proposalBy'>) {
  return { respondBy: dayText(respondBy), proposalBy: proposalBy && dayText(proposalBy) };
}

/** Progress of a submission. */
export function progressOf(row: SubmissionRow) {
  return {
    id: row.id,
    wayIn: row.wayIn,
    status: row.status,
    version: row.version,
    submittedAt: row.submittedAt.toISOString(),
    ...promisesOf(row),
    pausedAt: row.pausedAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reason: row.reason,
    propertyId: row.propertyId,
  };
}

/** The fields as filled in. */
export function fieldsOf(row: SubmissionRow): FiledFields {
  return {
    name: row.name,
    streetAddress: row.streetAddress,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
    description: row.description,
    propertyType: row.propertyType,
    subtype: row.subtype,
    valuationCents: row.valuationCents,
    equityOfferedBps: row.equityOfferedBps,
    details: row.details === null ? null : buildingDetails.parse(row.details),
    estimates: row.estimates === null ? null : submissionEstimates.parse(row.estimates),
    mortgageCents: row.mortgageCents,
    monthlyPaymentCents: row.monthlyPaymentCents,
    minimumInvestmentCents: row.minimumInvestmentCents,
    fundingDays: row.fundingDays,
    ownerName: row.ownerName,
    ownershipBps: row.ownershipBps,
  };
}

export function documentOf(
  row: DocumentRow,
  files: ReadonlyMap<string, StoredFile>,
  infected: ReadonlySet<string> = new Set(),
): SubmissionDocument {
  return {
    id: row.id,
    kind: submissionDocumentKind.parse(row.kind),
    dated: row.dated,
    file: present(files.get(row.fileId), 'the file of a document'),
    verdict: row.verdict,
    verdictNote: row.verdictNote,
    isInfected: infected.has(row.fileId),
  };
}
