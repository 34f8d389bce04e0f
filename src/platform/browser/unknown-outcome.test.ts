import { TRPCClientError } from '@trpc/client';
import { expect, test } from 'vitest';
import { failureTexts } from './unknown-outcome.ts';

const answered = (httpStatus: number, domainCode: string | null, message: string) =>
  TRPCClientError.from({ error: { code: -32000, message, data: { httpStatus, domainCode, issues: [] } } });
const onlyOnce = 'Trying again is safe: it happens only once.';
const title = 'It may have gone through';

test('a command without an answer may have gone through, and can be tried again', () => {
  const lost = failureTexts(TRPCClientError.from(new TypeError('Failed to fetch')), 'Nothing was sold');
  expect(lost.title).toBe(title);
  expect(lost.text).toMatch(new RegExp(`^Commonhold could not be reached.*${onlyOnce}$`));
  expect(failureTexts(answered(500, 'INTERNAL', 'x'), 'Nothing was sold')).toEqual({
    title,
    text: `Something went wrong on our end. ${onlyOnce}`,
  });
});

test('an answer that says what to do stands for itself', () => {
  const full = answered(503, 'UNAVAILABLE', 'Try again in a minute.');
  expect(failureTexts(full, 'Nothing was sold')).toEqual({ title, text: 'Try again in a minute.' });
});

test('a refused command did not happen', () => {
  const refused = answered(422, 'NOT_OPEN', 'Trading is halted.');
  const text = 'Trading is halted.';
  expect(failureTexts(refused, 'Nothing was sold')).toEqual({ title: 'Nothing was sold', text });
});
