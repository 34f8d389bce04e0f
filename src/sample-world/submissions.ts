import type { IntakeDraft } from '#features/intake/intake.contract.ts';
import { emptyDraft } from '#features/intake/intake.rules.ts';
import type { SubmissionDocumentKind, SubmissionFields } from '#features/submissions/submissions.contract.ts';
import { requiredQuickDocuments } from '#features/submissions/submissions.rules.ts';
import { present } from '#kernel/assert.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import type { Participant, Step } from './steps.ts';

interface FiledForm {
  who: Participant;
  /** Documents, each with how many days before the submission it is dated. */
  documents: readonly { kind: SubmissionDocumentKind; ageDays: number }[];
  daysAgo: number;
  /** The days since question and answer; without an answer the question is open. */
  question?: { text: string; daysAgo: number };
  answer?: { text: string; daysAgo: number };
  decision?: { daysAgo: number } & (
    | { status: 'approved'; annualYieldBps: number; latitude: number; longitude: number }
    | { status: 'rejected'; reason: string }
  );
}

/** A property that its owner brings in with documents. */
export type SampleSubmission = FiledForm &
  ({ wayIn: 'quick'; fields: SubmissionFields } | { wayIn: 'wizard'; draft: IntakeDraft });

const recent = requiredQuickDocuments.map((kind, index) => ({ kind, ageDays: 20 + 9 * index }));
const withOldAppraisal = recent.map((one) => (one.kind === 'appraisal' ? { ...one, ageDays: 460 } : one));

const sampleSubmissions: readonly SampleSubmission[] = [
  {
    who: 'owner',
    wayIn: 'quick',
    fields: {
      name: 'Larkspur Court',
      streetAddress: '640 North Larkspur Court',
      city: 'Tucson',
      state: 'AZ',
      zipCode: '85701',
      description: 'Fourteen apartments around a shaded court, all let, with solar water heaters.',
      propertyType: 'residential',
      subtype: 'apartment',
      valuationCents: 145_000_000,
      equityOfferedBps: 4_000,
    },
    documents: recent,
    daysAgo: 2,
  },
  {
    who: 'owner',
    wayIn: 'quick',
    fields: {
      name: 'Canal Street Print House',
      streetAddress: '212 Canal Street',
      city: 'Providence',
      state: 'RI',
      zipCode: '02903',
      description: 'A brick printing house with two shops and nine studios, leased for three years.',
      propertyType: 'commercial',
      subtype: 'mixed-use',
      valuationCents: 210_000_000,
      equityOfferedBps: 3_000,
    },
    documents: withOldAppraisal,
    daysAgo: 6,
    question: {
      text: 'The appraisal is from last year. Do you have a newer one, or a broker opinion of this year?',
      daysAgo: 4,
    },
  },
  {
    who: { owner: 0 },
    wayIn: 'wizard',
    draft: {
      propertyDetails: {
        ...emptyDraft.propertyDetails,
        propertyType: 'multi-family',
        address: '77 Alder Avenue',
        city: 'Boise',
        state: 'ID',
        zipCode: '83702',
        yearBuilt: '1994',
        squareFootage: '3,200',
        bedrooms: '8',
        bathrooms: '4',
        description: 'Four units near the greenbelt, each with its own entrance and a garage.',
      },
      ownershipInfo: {
        ...emptyDraft.ownershipInfo,
        ownerName: 'Morgan Sample',
        ownershipPercentage: '100',
        mortgageBalance: '180,000',
        monthlyPayment: '1,240',
        desiredLiquidation: '25',
        minimumInvestment: '250',
        targetFunding: '90',
      },
      currentStep: 5,
    },
    documents: [
      { kind: 'deed', ageDays: 300 },
      { kind: 'taxRecords', ageDays: 120 },
      { kind: 'photo', ageDays: 10 },
    ],
    daysAgo: 7,
    question: { text: 'Is the mortgage with one lender, and can it be repaid early?', daysAgo: 6 },
    answer: { text: 'With one lender. It can be repaid at the end of any month, without a fee.', daysAgo: 3 },
  },
  {
    who: 'owner',
    wayIn: 'quick',
    fields: {
      name: 'Mill Race Studios',
      streetAddress: '9 Mill Race Lane',
      city: 'Greenville',
      state: 'SC',
      zipCode: '29601',
      description: 'A small cotton mill turned into eleven studios and a coffee house by the river.',
      propertyType: 'commercial',
      subtype: 'mixed-use',
      valuationCents: 60_000_000,
      equityOfferedBps: 4_000,
    },
    documents: recent,
    daysAgo: 18,
    decision: {
      status: 'approved',
      annualYieldBps: 760,
      latitude: 34.8469,
      longitude: -82.402,
      daysAgo: 12,
    },
  },
  {
    who: 'owner',
    wayIn: 'quick',
    fields: {
      name: 'Bayview Boat Storage',
      streetAddress: '1500 Bayview Pier Road',
      city: 'Duluth',
      state: 'MN',
      zipCode: '55802',
      description: 'A heated hall for sixty boats, let by the season.',
      propertyType: 'industrial',
      subtype: 'storage',
      valuationCents: 98_000_000,
      equityOfferedBps: 5_000,
    },
    documents: recent,
    daysAgo: 34,
    decision: {
      status: 'rejected',
      reason: 'The rent roll covers one season only. Please send those of the last three winters.',
      daysAgo: 29,
    },
  },
];

/** Step of a submission, before `now`. */
export type SubmissionStep = Extract<Step, { submission: number }>;

/** Every submission, and the steps of its reviewer and owner since. */
export function submissionSteps(now: Date): SubmissionStep[] {
  const ago = (days: number, submission: number) => new Date(now.getTime() - days * DAY + submission * HOUR);
  return sampleSubmissions.flatMap((sample, submission): SubmissionStep[] => {
    const { question, answer, decision } = sample;
    const steps: SubmissionStep[] = [
      { at: ago(sample.daysAgo, submission), do: 'submit with documents', who: sample.who, submission },
    ];
    if (question) steps.push({ at: ago(question.daysAgo, submission), do: 'ask', submission });
    if (answer) steps.push({ at: ago(answer.daysAgo, submission), do: 'answer', submission });
    if (decision) steps.push({ at: ago(decision.daysAgo, submission), do: 'decide', submission });
    return steps;
  });
}

export const sampleSubmissionOf = (submission: number): SampleSubmission =>
  present(sampleSubmissions[submission], 'a sample submission');
