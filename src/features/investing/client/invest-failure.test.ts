import { TRPCClientError } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import { investFailureOf } from './invest-failure.ts';

function refused(httpStatus: number, domainCode: string, message: string) {
  return TRPCClientError.from({
    error: { code: -32000, message, data: { httpStatus, domainCode, issues: [] } },
  });
}

describe('what a failed purchase says', () => {
  test('too little money asks for more, and says where', () => {
    expect(investFailureOf(refused(402, 'INSUFFICIENT_FUNDS', 'x'))).toEqual({
      text: 'Insufficient funds. Please add money to your account.',
      needsMoney: true,
    });
    expect(investFailureOf(new Error('402: Insufficient funds')).needsMoney).toBe(true);
  });

  test('too few shares left', () => {
    const text = 'Not enough shares available for this investment.';
    expect(investFailureOf(refused(409, 'NOT_ENOUGH_SHARES', 'x'))).toEqual({ text, needsMoney: false });
    expect(investFailureOf(new Error('409: Not enough shares')).text).toBe(text);
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
