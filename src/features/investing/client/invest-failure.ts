import { codeOf, errorText, messageOf, statusOf } from '#platform/browser/errors.ts';

export interface InvestFailure {
  text: string;
  /** True when adding money is what helps. */
  needsMoney: boolean;
  /** True when verifying one's identity is what helps. */
  needsKyc?: true;
}

const INSUFFICIENT: InvestFailure = {
  text: 'Insufficient funds. Please add money to your account.',
  needsMoney: true,
};
const SOLD: InvestFailure = {
  text: 'Not enough shares available for this investment.',
  needsMoney: false,
};
const OTHER: InvestFailure = {
  text: 'Failed to process investment. Please try again.',
  needsMoney: false,
};

/** What a failed purchase says, by its code, its status or the documented phrase in it (BUY-13 to BUY-15). */
export function investFailureOf(error: unknown): InvestFailure {
  const code = codeOf(error);
  const text = errorText(error);
  if (code === 'INSUFFICIENT_FUNDS' || statusOf(error) === 402 || text.includes('Insufficient funds')) {
    return INSUFFICIENT;
  }
  if (code === 'KYC_REQUIRED') return { text: messageOf(error), needsMoney: false, needsKyc: true };
  if (code === 'MONTHLY_LIMIT' || code === 'ANNUAL_LIMIT')
    return { text: messageOf(error), needsMoney: false };
  if (code === 'NOT_ENOUGH_SHARES' || text.includes('Not enough shares')) return SOLD;
  return OTHER;
}
