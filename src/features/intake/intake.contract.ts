import { z } from 'zod';
import {
  MAX_SUBMISSION_DOCUMENTS,
  submissionEstimates,
  submissionReceipt,
  submissionStatus,
} from '#features/submissions/submissions.contract.ts';
import { defineErrors } from '#kernel/errors.ts';
import { cents, instant, lineText, requestId, typedText, zipCode } from '#kernel/schemas.ts';
import { STATES } from '#kernel/states.ts';
import { dayOf } from '#kernel/time.ts';

export const INTAKE_STEPS = 5;
export const intakeStep = z.literal([1, 2, 3, 4, 5]);

export const intakePropertyType = z.enum([
  'single-family',
  'condo',
  'townhouse',
  'duplex',
  'multi-family',
  'commercial',
]);
/** The owner's part in percent; `other` is typed. */
export const ownershipChoice = z.enum(['100', '50', '75', '25', 'other']);
/** The part of the property to sell, in percent. */
export const liquidationChoice = z.enum(['10', '25', '40', '50']);
/** Dollars. */
export const minimumInvestmentChoice = z.enum(['100', '250', '500', '1000']);
/** Days. */
export const timelineChoice = z.enum(['30', '60', '90', 'flexible']);

const unchosen = z.literal('');
const stateCode = z.enum(STATES.map(([code]) => code) as [string, ...string[]]);
const short = typedText(200);

/** The largest building whose estimate and comparables stay within MAX_CENTS. */
export const MAX_SQUARE_FEET = 7_000_000;

/** Step 1, as it was typed so far. */
export const propertyDetails = z.strictObject({
  propertyType: intakePropertyType.or(unchosen),
  address: short,
  city: short,
  state: stateCode.or(unchosen),
  zipCode: short,
  yearBuilt: short,
  squareFootage: short,
  bedrooms: short,
  bathrooms: short,
  lotSize: short,
  description: typedText(5_000),
});

/** Step 4, as it was typed so far. */
export const ownershipInfo = z.strictObject({
  ownerName: short,
  ownershipPercentage: ownershipChoice.or(unchosen),
  /** With the percentage `other`. */
  otherPercentage: short,
  mortgageBalance: short,
  monthlyPayment: short,
  desiredLiquidation: liquidationChoice,
  minimumInvestment: minimumInvestmentChoice,
  targetFunding: timelineChoice,
});

/** The fields as typed, valid or not. Its documents are the owner's unfiled documents of the wizard. */
export const intakeDraft = z.strictObject({ propertyDetails, ownershipInfo, currentStep: intakeStep });

/** An estimate with its inputs; other inputs make it outdated. */
export const valuationData = z.strictObject({
  zipCode: z.string(),
  squareFeet: z.int().min(1),
  calculatedAt: instant,
  estimates: submissionEstimates,
});

/** The draft as the server has it. */
export const savedDraft = intakeDraft.extend({
  /** Counts the saves of one owner's drafts. */
  version: z.int(),
  savedAt: instant,
  valuationData: valuationData.nullable(),
  /** Set once it is submitted. */
  completed: z.boolean(),
  /** Of the submission, with how far it has come since. */
  receipt: submissionReceipt.extend({ status: submissionStatus, pausedAt: instant.nullable() }).nullable(),
  /** The rejected submission that it corrects. */
  earlierId: z.uuid().nullable(),
});

/** The version that was on the screen; 0 when there was no draft. */
const expectedVersion = z.int().min(0).max(2_147_483_647);

export const saveDraftInput = z.strictObject({ expectedVersion, draft: intakeDraft });
export const calculateValuationInput = z.strictObject({ expectedVersion });
export const submitInput = z.strictObject({
  expectedVersion,
  documentIds: z.array(z.uuid()).max(MAX_SUBMISSION_DOCUMENTS),
  requestId,
});
export const startAnotherOutput = z.object({ started: z.boolean() });
export const startAgainInput = z.strictObject({ submissionId: z.uuid() });
export const discardDraftInput = z.strictObject({ expectedVersion });
export const discardDraftOutput = z.object({ version: z.int() });

const soldOn = z
  .string()
  .max(10)
  .refine((text) => dayOf(text) !== null, 'Enter the date of the sale, such as 2026-09-30.');

/** A real sale, as an operator imports it. */
export const comparableSale = z.strictObject({
  source: lineText(200, 'Name the source.'),
  soldOn,
  address: lineText(200, 'Give the address.'),
  zipCode,
  priceCents: cents.min(1, 'The price must be more than zero.'),
  squareFeet: z.int('Enter whole square feet.').min(1, 'At least 1 square foot.').max(100_000_000),
});
export const MAX_IMPORTED_SALES = 500;
export const importComparablesInput = z.strictObject({
  sales: z.array(comparableSale).min(1).max(MAX_IMPORTED_SALES),
});

export const intakeErrors = defineErrors({
  DRAFT_CHANGED: [
    'conflict',
    'This application was changed in another tab or on another device. Compare the two versions.',
  ],
  ALREADY_SUBMITTED: ['conflict', 'This application has already been submitted.'],
  DRAFT_OPEN: ['conflict', 'You already have an application in progress. Submit or discard it first.'],
  NOT_BY_WIZARD: ['refused', 'Only applications from the intake wizard can be started again here.'],
  NO_DRAFT: ['conflict', 'There is no application to submit. Fill it in first.'],
  STEP_INCOMPLETE: ['refused', 'The application is not complete yet.'],
  SOLD_AHEAD: ['refused', 'A sale cannot be in the future.'],
});

export type IntakeStep = z.infer<typeof intakeStep>;
export type IntakePropertyType = z.infer<typeof intakePropertyType>;
export type PropertyDetails = z.infer<typeof propertyDetails>;
export type OwnershipInfo = z.infer<typeof ownershipInfo>;
export type IntakeDraft = z.infer<typeof intakeDraft>;
export type ValuationData = z.infer<typeof valuationData>;
export type SavedDraft = z.infer<typeof savedDraft>;
export type ComparableSale = z.infer<typeof comparableSale>;
