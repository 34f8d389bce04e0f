import { z } from 'zod';
import {
  approve,
  confirm,
  fileSubmission,
  submit,
  uploadDocument,
} from '#features/submissions/server/index.ts';
import { reviewed } from '#features/submissions/server/review.queries.ts';
import type {
  ConfirmationItem,
  ConfirmedValue,
  RequiredItem,
  SubmissionDocumentKind,
  SubmissionReceipt,
  WayIn,
} from '#features/submissions/submissions.contract.ts';
import { requiredQuickDocuments } from '#features/submissions/submissions.rules.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { newKey, type Person } from './actors.ts';
import { aPdf, aPhoto } from './uploads.ts';

export const submissionFields = {
  name: 'Orchard House',
  streetAddress: '12 Orchard Lane',
  city: 'Austin',
  state: 'TX',
  zipCode: '78701',
  description: 'Six apartments around a garden.',
  propertyType: 'residential',
  valuationCents: 100_000_000,
  equityOfferedBps: 4_000,
} as const;

/** Uploads a document of a form that is being filled in, or of a pending submission. */
export async function aSubmissionDocument(
  person: Person,
  kind: SubmissionDocumentKind = 'rentRoll',
  more: {
    wayIn?: WayIn;
    dated?: string;
    submissionId?: string;
    uploadId?: string;
    name?: string;
    bytes?: Uint8Array;
  } = {},
) {
  const {
    wayIn = 'quick',
    name = `${kind}.pdf`,
    bytes = kind === 'photo' ? await aPhoto() : aPdf(),
    ...rest
  } = more;
  return uploadDocument(person, { wayIn, kind, name, bytes, ...rest });
}

/** Uploads all that the quick submit requires. */
export async function quickDocuments(person: Person, dated = '2026-09-01'): Promise<string[]> {
  const ids: string[] = [];
  for (const kind of requiredQuickDocuments)
    ids.push((await aSubmissionDocument(person, kind, { dated })).id);
  return ids;
}

/** A quick submission that waits for review. */
export async function aSubmission(
  person: Person,
  { earlierId = null, documentIds, ...fields }: Partial<Omit<Parameters<typeof submit>[1], 'requestId'>> = {},
): Promise<SubmissionReceipt> {
  return submit(person, {
    ...submissionFields,
    ...fields,
    earlierId,
    documentIds: documentIds ?? (await quickDocuments(person)),
    requestId: newKey(),
  });
}

const fileByWizard = defineCommand({
  name: 'test.fileByWizard',
  input: z.object({ documentId: z.uuid() }),
  access: 'signedIn',
  run: (run, { documentId }) =>
    fileSubmission(run, {
      ...submissionFields,
      wayIn: 'wizard',
      details: { yearBuilt: 1998, squareFeet: 4_200, bedrooms: 6, bathrooms: 4, lotSquareFeet: null },
      estimates: {
        valueCents: 98_000_000,
        monthlyRentCents: 784_000,
        capRateBps: 960,
        confidence: 'Medium',
        comparables: [],
      },
      mortgageCents: 30_000_000,
      monthlyPaymentCents: 210_000,
      minimumInvestmentCents: 50_000,
      fundingDays: 90,
      ownerName: 'Ada Quill',
      ownershipBps: 10_000,
      documentIds: [documentId],
      earlierId: null,
    }),
  audit: () => ({ subject: 'test' }),
});

/** A submission of the intake wizard that waits for review. */
export async function aWizardSubmission(person: Person): Promise<SubmissionReceipt> {
  const facts = { wayIn: 'wizard', dated: '2026-09-01' } as const;
  const { id: documentId } = await aSubmissionDocument(person, 'deed', facts);
  return fileByWizard(person, { documentId });
}

/** The figures that a reviewer confirms unless a test says otherwise. */
export const confirmedValues: Record<RequiredItem, ConfirmedValue> = {
  name: { item: 'name', name: 'Orchard House' },
  type: { item: 'type', propertyType: 'residential', subtype: 'apartment' },
  valuation: { item: 'valuation', valuationCents: 95_000_000, basis: 'broker_opinion' },
  netIncome: { item: 'netIncome', netIncomeCents: 6_650_000 },
  yield: { item: 'yield', annualYieldBps: 700 },
  equity: { item: 'equity', equityOfferedBps: 4_000 },
  terms: {
    ...{ item: 'terms', fundingDays: 60, minimumShares: null, minimumInvestmentCents: 45_000 },
    ...{ mortgageCents: 0, repaymentCents: 0 },
  },
};

/** Confirms every item of a submission but those that are left out, by one of its documents. */
export async function confirmAll(
  reviewer: Person,
  submissionId: string,
  {
    except = [],
    values = {},
  }: { except?: ConfirmationItem[]; values?: Partial<Record<ConfirmationItem, ConfirmedValue>> } = {},
): Promise<number> {
  let { documents, version } = await reviewed(reviewer.platform, reviewer.actor, submissionId);
  const documentId = documents.find(({ verdict }) => verdict !== 'refused')?.id ?? '';
  for (const value of Object.values({ ...confirmedValues, ...values })) {
    if (except.includes(value.item)) continue;
    ({ version } = await confirm(reviewer, { submissionId, documentId, value }));
  }
  return version;
}

/** A submission that is on the market, and its property. */
export async function anApprovedSubmission(
  person: Person,
  reviewer: Person,
): Promise<{ submissionId: string; propertyId: number }> {
  const { id: submissionId } = await aSubmission(person);
  const version = await confirmAll(reviewer, submissionId);
  const { propertyId } = await approve(reviewer, { submissionId, version, requestId: newKey() });
  return { submissionId, propertyId };
}
