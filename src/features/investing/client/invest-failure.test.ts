import { TRPCClientError } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import { investFailureOf } from './invest-failure.ts';

function refused(httpStatus: number, domainCode: string, message: string) {
  return TRPCClientError.from({
    error: { code: -32000, message, data: { httpStatus, domainCode, issues: [] } },
  });
}

const note = 'Nothing was charged for this order.';

describe('the message of a failed purchase', () => {
  test('too little money asks for more, and says where', () => {
    expect(investFailureOf(refused(402, 'INSUFFICIENT_FUNDS', 'x'))).toEqual({
      text: 'Insufficient funds. Please add money to your account.',
      code: 'INSUFFICIENT_FUNDS',
      note,
    });
    expect(investFailureOf(new Error('402: Insufficient funds')).code).toBe('INSUFFICIENT_FUNDS');
  });

  test('too few shares left', () => {
    const text = 'Not enough shares available for this investment.';
    expect(investFailureOf(refused(409, 'NOT_ENOUGH_SHARES', 'x'))).toEqual({
      text,
      code: 'NOT_ENOUGH_SHARES',
      note,
    });
    expect(investFailureOf(new Error('409: Not enough shares')).text).toBe(text);
  });

  test('the rest of the limits, in the words of the server', () => {
    const text = 'You can invest $250.00 more this calendar month (limit $10,000.00).';
    expect(investFailureOf(refused(422, 'MONTHLY_LIMIT', text))).toEqual({
      text,
      code: 'MONTHLY_LIMIT',
      note,
    });
    expect(investFailureOf(refused(422, 'ANNUAL_LIMIT', text)).text).toBe(text);
  });

  test('a frozen account, with the reason', () => {
    const text = 'Your account is frozen: A stolen card.';
    expect(investFailureOf(refused(403, 'ACCOUNT_FROZEN', text))).toEqual({
      text,
      code: 'ACCOUNT_FROZEN',
      note,
    });
  });

  test('a missing identity check leads to it', () => {
    const text = 'Verify your identity before you invest.';
    expect(investFailureOf(refused(422, 'KYC_REQUIRED', text))).toEqual({
      text,
      code: 'KYC_REQUIRED',
      note,
    });
  });

  test('an answer that never arrived: the purchase may have been made, and a retry is not charged twice', () => {
    const lost = TRPCClientError.from(new TypeError('Failed to fetch'));
    expect(investFailureOf(lost).note).toMatch(/may have gone through.*won’t be charged twice/);
    expect(investFailureOf(refused(503, 'UNAVAILABLE', 'Not now.')).note).toBe(investFailureOf(lost).note);
    expect(investFailureOf(refused(409, 'KEY_REUSED', 'This key was used.')).note).toBeUndefined();
  });

  test.each([
    refused(422, 'NOT_OPEN', 'This property is not open for investment.'),
    refused(409, 'KEY_REUSED', 'This key was used.'),
    TRPCClientError.from(new TypeError('Failed to fetch')),
    null,
  ])('anything else: %s', (error) => {
    expect(investFailureOf(error).text).toBe('Failed to process investment. Please try again.');
  });
});
