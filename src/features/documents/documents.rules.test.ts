import { expect, test } from 'vitest';
import { isDatedAhead } from '#kernel/time.ts';
import { documentFacts } from './documents.contract.ts';
import { sizeText } from './documents.rules.ts';

test.each([
  [0, '0 B'],
  [999, '999 B'],
  [1_000, '1 kB'],
  [999_499, '999 kB'],
  [999_500, '1.0 MB'],
  [10_485_760, '10.5 MB'],
])('%d bytes are %s', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text);
});

test('a document may be of today wherever its writer is, and not of later', () => {
  const now = new Date('2026-11-20T23:30:00Z');
  expect(isDatedAhead('2026-11-20', now)).toBe(false);
  expect(isDatedAhead('2026-11-21', now)).toBe(false);
  expect(isDatedAhead('2026-11-22', now)).toBe(true);
});

test('a document without a date is distinguished from one with a date that does not exist', () => {
  const messageFor = (dated: string) =>
    documentFacts.safeParse({ kind: 'lease', title: 'Lease', dated }).error?.issues[0]?.message;
  expect(messageFor('')).toBe('Date on the document is required');
  expect(messageFor('2026-02-30')).toBe('This date does not exist. Write it as year, month and day.');
});
