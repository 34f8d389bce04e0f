import { dayOf } from '#kernel/time.ts';
import { MINIMUM_AGE_YEARS } from './age.contract.ts';
import type { KycDecisionKind, KycStatus } from './kyc.contract.ts';

/** The wizard has four steps. */
export const KYC_STEPS = 4;
const MAX_AGE_YEARS = 120;

/** Whole years between a birthday and a day; someone born on February 29 is a year older on March 1. */
export function ageOn(born: Date, day: Date): number {
  const years = day.getUTCFullYear() - born.getUTCFullYear();
  const beforeBirthday =
    day.getUTCMonth() < born.getUTCMonth() ||
    (day.getUTCMonth() === born.getUTCMonth() && day.getUTCDate() < born.getUTCDate());
  return beforeBirthday ? years - 1 : years;
}

/** Whether someone born then is old enough to invest, and not older than anyone is. */
export function isOfAge(dateOfBirth: string, now: Date): boolean {
  const born = dayOf(dateOfBirth);
  const age = born ? ageOn(born, now) : -1;
  return age >= MINIMUM_AGE_YEARS && age <= MAX_AGE_YEARS;
}

/** Requirements of the four steps that are on file. */
export interface KycFacts {
  personal: { firstName: string; lastName: string; phone: string; hasDateOfBirth: boolean; hasSsn: boolean };
  address: { address: string; city: string; state: string; zipCode: string };
  employment: { status: string | null; income: string | null };
  documents: { idDocument: unknown; proofOfAddress: unknown };
}

export type KycStep = 1 | 2 | 3 | 4;

/** Labels of what a step still needs; the risk acknowledgment of step 4 comes with the submission. */
export function missingOfKycStep(step: KycStep, facts: KycFacts): string[] {
  const { personal, address, employment, documents } = facts;
  const filled = (text: string) => text.trim() !== '';
  const needed: Record<KycStep, Record<string, boolean>> = {
    1: {
      'First name': filled(personal.firstName),
      'Last name': filled(personal.lastName),
      'Date of birth': personal.hasDateOfBirth,
      'Social Security number': personal.hasSsn,
      Phone: filled(personal.phone),
    },
    2: {
      Address: filled(address.address),
      City: filled(address.city),
      State: filled(address.state),
      'ZIP code': filled(address.zipCode),
    },
    3: { 'Employment status': employment.status !== null, 'Annual income': employment.income !== null },
    4: {
      'ID document': documents.idDocument !== null,
      'Proof of address': documents.proofOfAddress !== null,
    },
  };
  return Object.entries(needed[step]).flatMap(([label, isThere]) => (isThere ? [] : label));
}

export const isKycStepComplete = (step: KycStep, facts: KycFacts): boolean =>
  missingOfKycStep(step, facts).length === 0;

/** The first step that misses something, or the last one. */
export function firstOpenKycStep(facts: KycFacts): KycStep {
  return ([1, 2, 3] as const).find((step) => !isKycStepComplete(step, facts)) ?? 4;
}

export type KycAction = 'save' | 'submit' | 'startAgain' | KycDecisionKind;

/** Next status after an action, or null when it is not allowed. */
export function kycStatusAfter(status: KycStatus, action: KycAction): KycStatus | null {
  const isOpen =
    status === 'not_started' || status === 'in_progress' || status === 'requires_additional_info';
  switch (action) {
    case 'save':
      return isOpen ? (status === 'not_started' ? 'in_progress' : status) : null;
    case 'submit':
      return isOpen && status !== 'not_started' ? 'under_review' : null;
    case 'startAgain':
      return status === 'rejected' ? 'in_progress' : null;
    default:
      return status === 'under_review' ? action : null;
  }
}
