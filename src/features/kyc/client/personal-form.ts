import { z } from 'zod';
import { dateOfBirth, kycErrors, personalInput, ssn } from '../kyc.contract.ts';
import { isOfAge } from '../kyc.rules.ts';

export interface PersonalFields {
  firstName: string;
  lastName: string;
  dateOfBirth: string;
  ssn: string;
  phone: string;
}

const left = z.literal('').transform(() => null);

/** Step 1 as it is typed: a stored field may be left empty, and then stays as it is. */
export function personalForm({ hasDateOfBirth, hasSsn }: { hasDateOfBirth: boolean; hasSsn: boolean }) {
  const born = dateOfBirth.refine((text) => isOfAge(text, new Date()), kycErrors.KYC_UNDERAGE.message);
  return personalInput.extend({
    dateOfBirth: hasDateOfBirth ? z.union([left, born]) : born,
    ssn: hasSsn ? z.union([left, ssn]) : ssn,
  });
}

export type PersonalInput = z.output<typeof personalInput>;
