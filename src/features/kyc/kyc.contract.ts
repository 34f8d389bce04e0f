import { z } from 'zod';
import { storedFile } from '#features/files/files.contract.ts';
import { defineErrors } from '#kernel/errors.ts';
import {
  dateText,
  handle,
  instant,
  lineText,
  pageInput,
  pageOf,
  personText,
  requestId,
  zipCode,
} from '#kernel/schemas.ts';
import { STATES } from '#kernel/states.ts';
import { MINIMUM_AGE_YEARS } from './age.contract.ts';

export const kycStatus = z.enum([
  'not_started',
  'in_progress',
  'under_review',
  'approved',
  'rejected',
  'requires_additional_info',
]);

export const employmentStatus = z.enum(['employed', 'self-employed', 'retired', 'student', 'unemployed']);
export const incomeRange = z.enum(['under-50k', '50k-100k', '100k-200k', '200k-500k', 'over-500k']);
export const investorStatus = z.enum(['retail', 'accredited', 'qualified']);
export const documentKind = z.enum(['idDocument', 'proofOfAddress', 'incomeVerification']);

const stateCodes = STATES.map(([code]) => code) as [string, ...string[]];

const phone = lineText(25, 'Phone is required')
  .refine((text) => /^[+()\d .-]+$/.test(text), 'Enter the phone number in digits.')
  .refine((text) => {
    const digits = text.replaceAll(/\D/g, '').length;
    return digits >= 10 && digits <= 15;
  }, 'Enter the full number with its area code.');

/** Nine digits without the ranges that were never given out. */
const SOCIAL_SECURITY_NUMBER = /^(?!000|666|9)\d{3}(?!00)\d{2}(?!0000)\d{4}$/;

/** With or without dashes; stored without. */
export const ssn = z
  .string()
  .trim()
  .min(1, 'Social Security number is required')
  .max(11, 'A Social Security number has nine digits.')
  .transform((text) => text.replaceAll(/[ -]/g, ''))
  .refine(
    (digits) => SOCIAL_SECURITY_NUMBER.test(digits),
    'Enter a valid Social Security number, such as 123-45-6789.',
  );

export const dateOfBirth = dateText('Date of birth is required');

/** Step 1. Null leaves an encrypted field as it is stored. */
export const personalInput = z.strictObject({
  firstName: lineText(80, 'First name is required'),
  lastName: lineText(80, 'Last name is required'),
  dateOfBirth: dateOfBirth.nullable(),
  ssn: ssn.nullable(),
  phone,
});

/** Step 2. */
export const addressInput = z.strictObject({
  address: lineText(200, 'Address is required'),
  city: lineText(100, 'City is required'),
  state: z.enum(stateCodes, 'Choose a state'),
  zipCode,
});

/** Step 3. */
export const employmentInput = z.strictObject({
  status: employmentStatus,
  income: incomeRange,
  employer: lineText(120),
  occupation: lineText(120),
  investorStatus: investorStatus.nullable(),
});

export const removeDocumentInput = z.strictObject({ kind: documentKind });
export const submitInput = z.strictObject({
  riskAcknowledged: z.literal(true, 'Confirm that you understand the risks.'),
  requestId,
});

const documents = z.object({
  idDocument: storedFile.nullable(),
  proofOfAddress: storedFile.nullable(),
  incomeVerification: storedFile.nullable(),
});

/** A person's application. The date of birth and the SSN never leave the server again. */
const known = z.object({
  personal: z.object({
    firstName: z.string(),
    lastName: z.string(),
    phone: z.string(),
    hasDateOfBirth: z.boolean(),
    hasSsn: z.boolean(),
  }),
  address: z.object({ address: z.string(), city: z.string(), state: z.string(), zipCode: z.string() }),
  employment: z.object({
    status: employmentStatus.nullable(),
    income: incomeRange.nullable(),
    employer: z.string(),
    occupation: z.string(),
    investorStatus: investorStatus.nullable(),
  }),
  documents,
  submittedAt: instant.nullable(),
});

export const decisionKind = z.enum(['approved', 'rejected', 'requires_additional_info']);

/** The caller's own application, with the last reviewer's message. */
export const kycApplication = known.extend({
  status: kycStatus,
  /** Reason of the rejection, or a note of the reviewer. */
  reason: z.string().nullable(),
  /** The requests of the reviewer. */
  requests: z.array(z.string()),
});

export const queueStatus = z.enum(['under_review', 'requires_additional_info', 'approved', 'rejected']);
export const queueInput = z.strictObject({
  status: queueStatus.default('under_review'),
  /** Part of the applicant's name or email. */
  q: lineText(100).optional(),
  ...pageInput({ max: 100, default: 20 }),
});
export const queueItem = z.object({
  applicantId: z.string(),
  name: z.string(),
  email: z.string(),
  status: kycStatus,
  submittedAt: instant,
});
export const queuePage = pageOf(queueItem);

export const applicantInput = z.strictObject({ applicantId: handle });
export const kycDecision = z.object({
  id: z.string(),
  decision: decisionKind,
  reason: z.string().nullable(),
  requests: z.array(z.string()),
  reviewer: z.string(),
  at: instant,
});

/** Another account whose owner has submitted the same tax number. */
export const accountWithSameNumber = z.object({
  applicantId: z.string(),
  name: z.string(),
  email: z.string(),
  status: kycStatus,
});

/** An application as a reviewer sees it. */
export const reviewedApplication = known.extend({
  applicantId: z.string(),
  email: z.string(),
  status: kycStatus,
  /** False for a reviewer's own application, which someone else decides. */
  mayDecide: z.boolean(),
  /** One person may have several; a name that is not theirs may be a number that is not theirs. */
  sameNumber: z.array(accountWithSameNumber),
  /** Further such accounts, which are not listed. */
  moreWithSameNumber: z.int(),
  decisions: z.array(kycDecision),
});

const reason = personText(500, 'Say why. The applicant will see it.');
const about = { applicantId: handle, submittedAt: instant };

/** A decision on the application as it was submitted at this moment; on any other it is refused. */
export const decideInput = z.discriminatedUnion('decision', [
  z.strictObject({ decision: z.literal('approved'), ...about }),
  z.strictObject({ decision: z.literal('rejected'), reason, ...about }),
  z.strictObject({
    decision: z.literal('requires_additional_info'),
    requests: z
      .array(lineText(200, 'Say what is needed'))
      .min(1, 'Add at least one item.')
      .max(10, 'Add at most ten items.'),
    ...about,
  }),
]);

export const compareInput = z.strictObject({ applicantId: handle, dateOfBirth });

export const kycErrors = defineErrors({
  KYC_LOCKED: [
    'conflict',
    'Your application is under review or has been decided, so it cannot be changed now.',
  ],
  KYC_INCOMPLETE: ['refused', 'Something is still missing. Complete every step, then submit.'],
  KYC_UNDERAGE: ['refused', `You must be at least ${MINIMUM_AGE_YEARS} years old to invest.`],
  KYC_NOT_UNDER_REVIEW: ['conflict', 'This application is no longer under review.'],
  KYC_CHANGED: ['conflict', 'This application was submitted again in the meantime. Review it again.'],
  KYC_OWN_APPLICATION: ['forbidden', 'You cannot review your own application.'],
  KYC_NOT_REJECTED: ['conflict', 'Only a rejected application can be started again.'],
});

export type KycStatus = z.infer<typeof kycStatus>;
export type KycDocumentKind = z.infer<typeof documentKind>;
export type KycDecisionKind = z.infer<typeof decisionKind>;
export type KycApplication = z.infer<typeof kycApplication>;
export type ReviewedApplication = z.infer<typeof reviewedApplication>;
export type QueueItem = z.infer<typeof queueItem>;
export type QueueInput = z.output<typeof queueInput>;
export type QueueStatus = z.infer<typeof queueStatus>;
export type DecideInput = z.input<typeof decideInput>;
