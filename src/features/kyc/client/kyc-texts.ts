import type { z } from 'zod';
import { MAX_FILE_TEXT } from '#features/files/files.contract.ts';
import type { Tone } from '#ui/tone.ts';
import type {
  employmentStatus,
  incomeRange,
  investorStatus,
  KycDecisionKind,
  KycDocumentKind,
  KycStatus,
} from '../kyc.contract.ts';
import type { KycStep } from '../kyc.rules.ts';

/** Texts of the four steps. */
export const stepTexts: Record<KycStep, { title: string; text: string }> = {
  1: { title: 'Personal information', text: 'Exactly as on your identity document.' },
  2: { title: 'Address', text: 'Where you live. A document has to show the same address.' },
  3: { title: 'Employment and income', text: 'Investment rules require us to ask every investor this.' },
  4: { title: 'Documents and review', text: 'Two documents, and a last look at your answers.' },
};

export const statusLabel: Record<KycStatus, { text: string; tone: Tone }> = {
  not_started: { text: 'Not started', tone: 'neutral' },
  in_progress: { text: 'In progress', tone: 'neutral' },
  under_review: { text: 'Under review', tone: 'neutral' },
  approved: { text: 'Approved', tone: 'success' },
  rejected: { text: 'Rejected', tone: 'danger' },
  requires_additional_info: { text: 'More information needed', tone: 'warning' },
};

export const decisionLabel: Record<KycDecisionKind, string> = {
  approved: 'Approved',
  rejected: 'Rejected',
  requires_additional_info: 'Information requested',
};

export const documentTexts: Record<KycDocumentKind, { label: string; hint: string }> = {
  idDocument: {
    label: 'ID document',
    hint: `Passport, driver’s license or state ID. Image or PDF, at most ${MAX_FILE_TEXT}.`,
  },
  proofOfAddress: {
    label: 'Proof of address',
    hint: `A utility bill or bank statement from the last three months. Image or PDF, at most ${MAX_FILE_TEXT}.`,
  },
  incomeVerification: {
    label: 'Income verification',
    hint: `A pay stub or tax return, if you want to add one. Image or PDF, at most ${MAX_FILE_TEXT}.`,
  },
};

export const employmentLabel: Record<z.infer<typeof employmentStatus>, string> = {
  employed: 'Employed',
  'self-employed': 'Self-employed',
  retired: 'Retired',
  student: 'Student',
  unemployed: 'Unemployed',
};

export const incomeLabel: Record<z.infer<typeof incomeRange>, string> = {
  'under-50k': 'Under $50,000',
  '50k-100k': '$50,000 to $100,000',
  '100k-200k': '$100,000 to $200,000',
  '200k-500k': '$200,000 to $500,000',
  'over-500k': 'Over $500,000',
};

export const investorLabel: Record<z.infer<typeof investorStatus>, { label: string; description: string }> = {
  retail: { label: 'Retail', description: 'An individual investor, like most people.' },
  accredited: {
    label: 'Accredited',
    description: 'Income over $200,000 a year, or net worth over $1,000,000 excluding your home.',
  },
  qualified: { label: 'Qualified', description: 'At least $5,000,000 in investments.' },
};
