import { TRPCClientError } from '@trpc/client';
import { describe, expect, test } from 'vitest';
import {
  codeOf,
  errorText,
  ForeignAnswer,
  isNetworkFailure,
  issuesOf,
  isUnauthorized,
  messageOf,
  statusOf,
} from './errors.ts';
import { isOutcomeUnknown, isUnanswered } from './unknown-outcome.ts';

function answered(
  status: number,
  code: string,
  message: string,
  issues: { path: string; message: string }[] = [],
) {
  return TRPCClientError.from({
    error: { code: -32000, message, data: { httpStatus: status, domainCode: code, issues } },
  });
}

describe('errors of a request', () => {
  test('read as status, colon, body', () => {
    expect(errorText(answered(402, 'INSUFFICIENT_FUNDS', 'Insufficient funds'))).toBe(
      '402: Insufficient funds',
    );
  });

  test('an answer that is not ours reads by its body, and by its status text when that is empty', () => {
    const gateway = { status: 502, statusText: 'Bad Gateway' };
    const empty = TRPCClientError.from(new ForeignAnswer(gateway, '\n'));
    expect(errorText(empty)).toBe('502: Bad Gateway');
    expect(errorText(TRPCClientError.from(new ForeignAnswer(gateway, 'upstream down')))).toBe(
      '502: upstream down',
    );
    expect(statusOf(empty)).toBe(502);
    expect(messageOf(empty)).toMatch(/went wrong/);
  });

  test('carry the code and the issues of the contract', () => {
    const issues = [{ path: 'amountCents', message: 'The smallest transfer is $1.00.' }];
    const error = answered(400, 'MALFORMED', 'The request is malformed.', issues);
    expect([statusOf(error), codeOf(error), issuesOf(error)]).toEqual([400, 'MALFORMED', issues]);
  });

  test('no answer at all is a network failure, and never a signed-out session', () => {
    const error = TRPCClientError.from(new TypeError('Failed to fetch'));
    expect(isNetworkFailure(error)).toBe(true);
    expect(isUnauthorized(error)).toBe(false);
    expect(messageOf(error)).toMatch(/could not be reached/);
  });

  test.each([
    ['no answer', TRPCClientError.from(new TypeError('Failed to fetch')), true],
    [
      'a proxy that waited too long',
      TRPCClientError.from(new ForeignAnswer({ status: 504, statusText: '' }, '')),
      true,
    ],
    ['a server that had lost its database', answered(503, 'UNAVAILABLE', 'Not now.'), true],
    ['work that the database stopped', answered(503, 'TOOK_TOO_LONG', 'Too long.'), true],
    ['a refusal', answered(409, 'PRICE_CHANGED', 'The price has changed.'), false],
    ['a failure that may follow the commit', answered(500, 'INTERNAL', 'Something went wrong.'), true],
  ])('whether it had an effect is unknown only without a word of the command: %s', (_, error, isUnknown) => {
    expect(isOutcomeUnknown(error)).toBe(isUnknown);
  });

  test('a server that failed unexpectedly has answered: the connection is not lost', () => {
    expect(isUnanswered(answered(500, 'INTERNAL', 'Something went wrong.'))).toBe(false);
  });

  test('a wrong password is not an expired session', () => {
    expect(isUnauthorized(answered(401, 'WRONG_CREDENTIALS', 'Not right.'))).toBe(false);
    expect(isUnauthorized(answered(401, 'UNAUTHORIZED', 'Unauthorized'))).toBe(true);
  });

  test('anything can be asked', () => {
    for (const value of [null, undefined, 'text', 7, new Error('x')]) {
      expect(codeOf(value)).toBeNull();
      expect(issuesOf(value)).toEqual([]);
    }
  });
});
