import { z } from 'zod';
import { storedFile } from '#features/files/files.contract.ts';
import { fundingDays, minimumShares } from '#features/offerings/offering-terms.contract.ts';
import { propertyStatus } from '#features/properties/properties.contract.ts';
import { latitude, longitude, propertyType } from '#features/properties/simple-form.contract.ts';
import { valuationBasis } from '#features/valuations/share-value.contract.ts';
import { defineErrors } from '#kernel/errors.ts';
import { formatUsdExact, MAX_CENTS, WHOLE_BPS } from '#kernel/money.ts';
import {
  basisPoints,
  cents,
  dateText,
  instant,
  lineText,
  pageInput,
  pageOf,
  personText,
  propertyId,
  requestId,
  zipCode,
} from '#kernel/schemas.ts';
import { STATES } from '#kernel/states.ts';

/** The short form with documents, or the intake wizard. */
export const wayIn = z.enum(['quick', 'wizard']);
export const submissionStatus = z.enum(['pending', 'approved', 'rejected']);

/** Documents of the quick submit, in the documented order; all but the last are required. */
export const quickDocumentKinds = [
  'rentRoll',
  'financials',
  'photo',
  'appraisal',
  'ownership',
  'capTable',
] as const;
export const wizardDocumentKinds = [
  'deed',
  'taxRecords',
  'insurance',
  'inspection',
  'appraisal',
  'photo',
] as const;
export const submissionDocumentKind = z.enum([
  'rentRoll',
  'financials',
  'photo',
  'appraisal',
  'ownership',
  'capTable',
  'deed',
  'taxRecords',
  'insurance',
  'inspection',
  /** Sent with an answer to a question. */
  'other',
]);

/** Documents that one submission may have. */
export const MAX_SUBMISSION_DOCUMENTS = 60;
/** Submissions of one owner that may wait for review at once. */
export const MAX_PENDING_SUBMISSIONS = 20;
/** The price of a share of every submitted property. */
export const SUBMISSION_PRICE_PER_SHARE_CENTS = 10_000;

const stateCodes = STATES.map(([code]) => code) as [string, ...string[]];

const positiveCents = (required: string) =>
  z
    .int(required)
    .min(1, required)
    .max(MAX_CENTS, `At most ${formatUsdExact(MAX_CENTS)}.`);

/** Fields of both forms. */
export const submissionFields = z.strictObject({
  name: lineText(120, 'Name is required'),
  streetAddress: lineText(200, 'Street address is required'),
  city: lineText(100, 'City is required'),
  state: z.enum(stateCodes, 'Choose a state'),
  zipCode,
  description: personText(5_000, 'Description is required'),
  propertyType: z.enum(propertyType.options, 'Choose residential, commercial or industrial.'),
  subtype: lineText(40).optional(),
  valuationCents: positiveCents('Estimated valuation is required'),
  equityOfferedBps: z
    .int('Percent equity to sell is required')
    .min(100, 'Enter a percentage from 1 to 100.')
    .max(WHOLE_BPS, 'Enter a percentage from 1 to 100.'),
});

/** Facts about the building, from the wizard. */
export const buildingDetails = z.strictObject({
  yearBuilt: z.int().min(1600).max(2200).nullable(),
  squareFeet: z.int().min(1).max(100_000_000),
  bedrooms: z.int().min(0).max(10_000).nullable(),
  bathrooms: z.number().min(0).max(10_000).multipleOf(0.5).nullable(),
  lotSquareFeet: z.int().min(0).max(2_000_000_000).nullable(),
});

/** Estimates that the wizard showed to the owner; a reviewer sees it marked as an estimate. */
export const submissionEstimates = z.strictObject({
  valueCents: cents,
  monthlyRentCents: cents,
  capRateBps: basisPoints,
  confidence: z.enum(['High', 'Medium', 'Low']),
  comparables: z
    .array(
      z.strictObject({
        address: lineText(200),
        priceCents: cents,
        squareFeet: z.int().min(1),
        pricePerSquareFootCents: cents,
        /** Of a real sale; null for an illustration from an area rate. */
        soldOn: z.string().max(10).nullable(),
        source: lineText(200).nullable(),
      }),
    )
    .max(10),
});

/** Fields of the wizard only. The desired liquidation is the equity offered; a description is optional. */
export const wizardFields = submissionFields.extend({
  description: personText(5_000),
  details: buildingDetails,
  estimates: submissionEstimates,
  /** Null when the owner left it empty; 0 is typed. */
  mortgageCents: cents.nullable(),
  monthlyPaymentCents: cents.nullable(),
  minimumInvestmentCents: cents,
  fundingDays,
  ownerName: lineText(120, 'Owner name is required'),
  ownershipBps: z.int().min(100).max(WHOLE_BPS),
});

const filing = {
  /** Documents of the caller that belong to no submission yet, or to the one that was rejected. */
  documentIds: z.array(z.uuid()).max(MAX_SUBMISSION_DOCUMENTS),
  /** The rejected submission of which this is the correction. */
  earlierId: z.uuid().nullable().default(null),
};

/** The quick submit. */
export const submitInput = submissionFields.extend({ ...filing, requestId });

/** Content of a submission, by either form. */
export const filedSubmission = z.discriminatedUnion('wayIn', [
  submissionFields.extend({ wayIn: z.literal('quick'), ...filing }),
  wizardFields.extend({ wayIn: z.literal('wizard'), ...filing }),
]);

/** The promises of a submission as days, "2026-12-01". */
const promises = {
  /** The promised day of the next answer to the owner; past it, the submission is late. */
  respondBy: z.string(),
  /** Of the wizard: by when the owner has the proposal. */
  proposalBy: z.string().nullable(),
};
export const submissionReceipt = z.object({ id: z.uuid(), submittedAt: instant, ...promises });

export const documentVerdict = z.enum(['accepted', 'refused']);
export const scanState = z.enum(['notScanned', 'waiting', 'clean', 'infected', 'refused']);

export const submissionDocument = z.object({
  id: z.uuid(),
  kind: submissionDocumentKind,
  dated: z.string().nullable(),
  file: storedFile,
  verdict: documentVerdict.nullable(),
  verdictNote: z.string().nullable(),
  /** Whether the virus scanner found something, so that nobody can download it. */
  isInfected: z.boolean(),
});

export const unfiledInput = z.strictObject({ wayIn });
export const unfiledDocuments = z.array(submissionDocument);
export const uploadFacts = z.strictObject({
  wayIn,
  kind: submissionDocumentKind,
  dated: dateText().optional(),
  /** The pending submission that it is added to; none while the form is being filled in. */
  submissionId: z.uuid().optional(),
  /** Made by the client for one chosen file, the same in every retry: it becomes the id of the document. */
  uploadId: z.uuid().optional(),
});
export const documentInput = z.strictObject({ documentId: z.uuid() });
export const dateDocumentInput = z.strictObject({ documentId: z.uuid(), dated: dateText().nullable() });

const message = z.object({
  id: z.uuid(),
  kind: z.enum(['question', 'answer']),
  author: z.string(),
  body: z.string(),
  at: instant,
});

const filedFields = z.object({
  ...submissionFields.shape,
  description: z.string(),
  state: z.string(),
  subtype: z.string().nullable(),
  details: buildingDetails.nullable(),
  estimates: submissionEstimates.nullable(),
  mortgageCents: cents.nullable(),
  monthlyPaymentCents: cents.nullable(),
  minimumInvestmentCents: cents.nullable(),
  fundingDays: z.int().nullable(),
  ownerName: z.string().nullable(),
  ownershipBps: basisPoints.nullable(),
});

const progress = {
  id: z.uuid(),
  wayIn,
  status: submissionStatus,
  version: z.int(),
  submittedAt: instant,
  ...promises,
  /** Since when a question waits for the owner's answer. */
  pausedAt: instant.nullable(),
  decidedAt: instant.nullable(),
  /** Why it was rejected. */
  reason: z.string().nullable(),
  propertyId: propertyId.nullable(),
};

/** A submission as its owner sees it. */
export const ownSubmission = z.object({
  ...progress,
  fields: filedFields,
  documents: z.array(submissionDocument),
  messages: z.array(message),
  /** The correction of this one, once there is one. */
  laterId: z.uuid().nullable(),
  earlierId: z.uuid().nullable(),
});
export const submissionInput = z.strictObject({ submissionId: z.uuid() });
export const ownListInput = z.strictObject(pageInput({ max: 50, default: 10 }));
export const ownListItem = z.object({ ...progress, name: z.string(), address: z.string() });
export const ownPage = pageOf(ownListItem);

/** The version that was on the screen; an older one is refused. */
const version = z.int().min(1);

export const answerInput = z.strictObject({
  submissionId: z.uuid(),
  body: personText(2_000, 'Write an answer'),
  requestId,
});

// The admin review.

export const queueInput = z.strictObject({
  status: submissionStatus.default('pending'),
  wayIn: wayIn.optional(),
  /** Only those past the promised day. */
  late: z.boolean().default(false),
  /** Part of the name, the address, or the owner's email. */
  q: lineText(100).optional(),
  ...pageInput({ max: 100, default: 20 }),
});
export const queueItem = z.object({
  ...progress,
  name: z.string(),
  address: z.string(),
  ownerName: z.string(),
  ownerEmail: z.string(),
  valuationCents: cents,
  equityOfferedBps: basisPoints,
  isLate: z.boolean(),
  isCorrection: z.boolean(),
});
export const queuePage = pageOf(queueItem);

/** Items that a reviewer confirms against a document before a submission is approved, in order. */
export const confirmationItem = z.enum([
  'name',
  'type',
  'valuation',
  'netIncome',
  'yield',
  'equity',
  'terms',
  'position',
]);
/** Those that approval needs; without a place the property is on no map. */
export const requiredItem = confirmationItem.exclude(['position']);

const confirmedName = z.strictObject({ item: z.literal('name'), name: lineText(120, 'Name is required') });
const confirmedType = z.strictObject({
  item: z.literal('type'),
  propertyType,
  subtype: lineText(40).nullable(),
});
const confirmedValuation = z.strictObject({
  item: z.literal('valuation'),
  valuationCents: positiveCents('Enter the valuation'),
  basis: z.enum(valuationBasis.options, 'Choose what the valuation is based on.'),
});
const confirmedNetIncome = z.strictObject({
  item: z.literal('netIncome'),
  netIncomeCents: cents,
});
const confirmedYield = z.strictObject({ item: z.literal('yield'), annualYieldBps: basisPoints });
const confirmedEquity = z.strictObject({
  item: z.literal('equity'),
  equityOfferedBps: z
    .int()
    .min(1, 'Enter a percentage up to 100.')
    .max(WHOLE_BPS, 'Enter a percentage up to 100.'),
});
const confirmedTerms = z
  .strictObject({
    item: z.literal('terms'),
    fundingDays,
    /** Shares that must be sold for the offering to be funded; null for all of them. */
    minimumShares: minimumShares.nullable(),
    minimumInvestmentCents: cents,
    /** Mortgage and other debt on the property. */
    mortgageCents: cents,
    /** Part of it that the proceeds of the offering repay, before the owner gets anything. */
    repaymentCents: cents,
  })
  .refine(({ mortgageCents, repaymentCents }) => repaymentCents <= mortgageCents, {
    path: ['repaymentCents'],
    message: 'Cannot be more than the mortgage and other debt.',
  });
const confirmedPlace = z.strictObject({ item: z.literal('position'), latitude, longitude });
export const confirmedValue = z.discriminatedUnion('item', [
  confirmedName,
  confirmedType,
  confirmedValuation,
  confirmedNetIncome,
  confirmedYield,
  confirmedEquity,
  confirmedTerms,
  confirmedPlace,
]);

export const confirmInput = z.strictObject({
  submissionId: z.uuid(),
  documentId: z.uuid('Choose the document that shows it.'),
  value: confirmedValue,
});
export const judgeDocumentInput = z
  .strictObject({
    documentId: z.uuid(),
    verdict: documentVerdict,
    note: personText(500).optional(),
    /** The date on it, when the reviewer has read it. */
    dated: dateText().optional(),
  })
  .refine(({ verdict, note }) => verdict === 'accepted' || Boolean(note), {
    path: ['note'],
    message: 'Say what is wrong with it. The owner will see it.',
  });
export const askInput = z.strictObject({
  submissionId: z.uuid(),
  body: personText(2_000, 'Write a question'),
  requestId,
});
const decision = {
  submissionId: z.uuid(),
  version,
  /** The version that the reviewer began with, where they have worked on it since: nobody else has changed it either. */
  openedVersion: version.optional(),
  requestId,
};
export const approveInput = z.strictObject(decision);
export const rejectInput = z.strictObject({
  ...decision,
  reason: personText(500, 'Give a reason. The owner will see it.'),
});
/** State of the submission after a reviewer's step. */
export const reviewReceipt = z.object({ id: z.uuid(), version: z.int() });
export const decisionReceipt = z.object({ status: submissionStatus, propertyId: propertyId.nullable() });

/** Fields of a document that reviewers see beside those of its owner. */
export const reviewedDocument = submissionDocument.extend({
  scan: scanState,
  /** Result of the virus scan. */
  signature: z.string().nullable(),
  verdictBy: z.string().nullable(),
  verdictAt: instant.nullable(),
  /** Whether the rejected submission had the same file. */
  isCarriedOver: z.boolean(),
});

export const confirmation = z.object({
  id: z.uuid(),
  value: confirmedValue,
  documentId: z.uuid(),
  by: z.string(),
  at: instant,
  /** False when its document was refused, or found infected, since. */
  isValid: z.boolean(),
});

/** A submission as its reviewers see it. */
export const reviewedSubmission = z.object({
  ...progress,
  fields: filedFields,
  owner: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    isVerified: z.boolean(),
    /** Whether approval waits for the owner's identity check. */
    verificationMissing: z.boolean(),
  }),
  isLate: z.boolean(),
  contactedAt: instant.nullable(),
  decidedBy: z.string().nullable(),
  viewerDecided: z.boolean(),
  /** False for a reviewer's own submission, which someone else decides. */
  mayDecide: z.boolean(),
  documents: z.array(reviewedDocument),
  /** The newest of each item. */
  confirmations: z.array(confirmation),
  /** Items that still have to be confirmed before approval. */
  missing: z.array(requiredItem),
  messages: z.array(message),
  changes: z.array(
    z.object({
      version: z.int(),
      fields: z.array(z.string()),
      /** Null for a virus scan. */
      by: z.string().nullable(),
      at: instant,
    }),
  ),
  /** The rejected submission that it corrects, with the differences. */
  earlier: z
    .object({
      id: z.uuid(),
      reason: z.string().nullable(),
      decidedAt: instant.nullable(),
      differences: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
    })
    .nullable(),
  otherProperties: z.array(
    z.object({ id: propertyId, name: z.string(), location: z.string(), status: propertyStatus }),
  ),
});

export const submissionErrors = defineErrors({
  SUBMISSION_NOT_FOUND: ['notFound', 'This submission does not exist or is not available to you.'],
  DOCUMENTS_MISSING: ['refused', 'Required documents are missing.'],
  DOCUMENT_KIND: ['refused', 'This form does not ask for such a document.'],
  NOT_A_PICTURE: ['refused', 'Photos must be images: JPEG, PNG or WebP. Choose another file.'],
  NOT_A_DOCUMENT: ['refused', 'This must be a PDF, DOC, DOCX, XLS or XLSX file. Choose another file.'],
  NOT_A_PAPER: ['refused', 'This must be a PDF, JPEG or PNG file. Choose another file.'],
  TOO_MANY_DOCUMENTS: ['refused', `A submission can have at most ${MAX_SUBMISSION_DOCUMENTS} documents.`],
  TOO_MANY_PENDING: [
    'refused',
    `You have ${MAX_PENDING_SUBMISSIONS} submissions waiting for review. Submit more once some of them are decided.`,
  ],
  NO_SHARES: [
    'refused',
    'The equity offered is worth less than one share of $100. Offer more of the property, or correct its valuation.',
  ],
  TOO_MANY_SHARES: [
    'refused',
    `The equity offered is worth more than ${formatUsdExact(MAX_CENTS)}. Offer less of the property, or correct its valuation.`,
  ],
  NOT_REJECTED: ['conflict', 'Only a rejected submission can be started again, and only once.'],
  ALREADY_DECIDED: ['conflict', 'This submission has already been decided.'],
  SUBMISSION_CHANGED: ['conflict', 'This submission has changed since you opened it. Review it again.'],
  NO_QUESTION: ['conflict', 'No question is waiting for an answer.'],
  ALREADY_CONTACTED: ['conflict', 'The owner has already been contacted.'],
  NO_CONTACT_PROMISED: ['refused', 'Quick submissions need no contact: approve or reject this one.'],
  NOT_CONFIRMED: ['refused', 'Some figures are not confirmed against a document yet.'],
  DOCUMENT_REFUSED: ['refused', 'This document was refused, so it cannot be used to confirm anything.'],
  VALUATION_UNDATED: [
    'refused',
    'The valuation document has no date. Enter the date shown on it, then accept it.',
  ],
});

export type WayIn = z.infer<typeof wayIn>;
export type SubmissionStatus = z.infer<typeof submissionStatus>;
export type SubmissionDocumentKind = z.infer<typeof submissionDocumentKind>;
export type SubmissionDocument = z.infer<typeof submissionDocument>;
export type SubmissionFields = z.infer<typeof submissionFields>;
export type SubmissionReceipt = z.infer<typeof submissionReceipt>;
export type FiledSubmission = z.infer<typeof filedSubmission>;
export type SubmissionEstimates = z.infer<typeof submissionEstimates>;
export type FiledFields = z.infer<typeof filedFields>;
export type UploadFacts = z.infer<typeof uploadFacts>;
export type OwnSubmission = z.infer<typeof ownSubmission>;
export type OwnListItem = z.infer<typeof ownListItem>;
export type QueueInput = z.output<typeof queueInput>;
export type QueueItem = z.infer<typeof queueItem>;
export type ConfirmationItem = z.infer<typeof confirmationItem>;
export type RequiredItem = z.infer<typeof requiredItem>;
export type ConfirmedValue = z.infer<typeof confirmedValue>;
export type ReviewedDocument = z.infer<typeof reviewedDocument>;
export type ReviewedSubmission = z.infer<typeof reviewedSubmission>;
export type ScanState = z.infer<typeof scanState>;
