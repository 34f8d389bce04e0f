import { codeOf, errorText, messageOf, statusOf } from '#platform/browser/errors.ts';
import { investingErrors } from '../refusals.contract.ts';
import type { Obstacle } from './obstacles.ts';

export interface InvestFailure {
  text: string;
  /** The refusal, to find what helps against it. */
  code: string | null;
}

const INSUFFICIENT: InvestFailure = {
  text: 'Insufficient funds. Please add money to your account.',
  code: 'INSUFFICIENT_FUNDS',
};
const SOLD: InvestFailure = {
  text: 'Not enough shares available for this investment.',
  code: 'NOT_ENOUGH_SHARES',
};
const OTHER: InvestFailure = {
  text: 'Failed to process investment. Please try again.',
  code: null,
};

/** What a failed purchase says, by its code, its status or the documented phrase in it. */
export function investFailureOf(error: unknown): InvestFailure {
  const code = codeOf(error);
  const text = errorText(error);
  if (code === 'INSUFFICIENT_FUNDS' || statusOf(error) === 402 || text.includes('Insufficient funds')) {
    return INSUFFICIENT;
  }
  if (code === 'NOT_ENOUGH_SHARES' || text.includes('Not enough shares')) return SOLD;
  // A closed offering has the documented text for everything else; other refusals explain themselves.
  if (code !== null && (code in investingErrors || code === 'ACCOUNT_FROZEN') && code !== 'NOT_OPEN')
    return { text: messageOf(error), code };
  return OTHER;
}

/** The same for what stands in the way before anything is sent. */
export function failureOfObstacle({ code, text }: Obstacle): InvestFailure {
  if (code === 'INSUFFICIENT_FUNDS') return INSUFFICIENT;
  return code === 'NOT_ENOUGH_SHARES' ? SOLD : { text, code };
}
