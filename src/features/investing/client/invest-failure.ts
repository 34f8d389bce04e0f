import { codeOf, errorText, messageOf, statusOf } from '#platform/browser/errors.ts';
import { isOutcomeUnknown } from '#platform/browser/unknown-outcome.ts';
import { investingErrors } from '../refusals.contract.ts';
import type { Obstacle } from './obstacles.ts';

export interface InvestFailure {
  text: string;
  /** The refusal, to find what helps against it. */
  code: string | null;
  /** A note for the next try. */
  note?: string;
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

/** The request id stays the same, so the next try is answered with the purchase if there was one. */
const UNKNOWN: InvestFailure = {
  ...OTHER,
  note: 'The purchase may have gone through. If you try again with the same number of shares, you won’t be charged twice.',
};

const NOTHING_CHARGED = 'Nothing was charged for this order.';

/** The message of a failed purchase, by its code, its status or the documented phrase in it. */
export function investFailureOf(error: unknown): InvestFailure {
  const failure = refusalOf(error);
  // A key that was used belongs to an earlier order, which may have been charged.
  const isRefused = statusOf(error) !== null && !isOutcomeUnknown(error) && codeOf(error) !== 'KEY_REUSED';
  return isRefused ? { ...failure, note: NOTHING_CHARGED } : failure;
}

function refusalOf(error: unknown): InvestFailure {
  const code = codeOf(error);
  const text = errorText(error);
  if (code === 'INSUFFICIENT_FUNDS' || statusOf(error) === 402 || text.includes('Insufficient funds')) {
    return INSUFFICIENT;
  }
  if (code === 'NOT_ENOUGH_SHARES' || text.includes('Not enough shares')) return SOLD;
  // A closed offering has the documented text for everything else; other refusals explain themselves.
  if (code !== null && (code in investingErrors || code === 'ACCOUNT_FROZEN') && code !== 'NOT_OPEN')
    return { text: messageOf(error), code };
  return isOutcomeUnknown(error) ? UNKNOWN : OTHER;
}

/** The message of an obstacle that is known before anything is sent. */
export function failureOfObstacle({ code, text }: Obstacle): InvestFailure {
  if (code === 'INSUFFICIENT_FUNDS') return INSUFFICIENT;
  return code === 'NOT_ENOUGH_SHARES' ? SOLD : { text, code };
}
