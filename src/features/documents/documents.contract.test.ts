import { expect, test } from 'vitest';
import { isDatedAhead } from '#kernel/time.ts';
import { documentFacts } from './documents.contract.ts';

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
  expect(messageFor('2026-02-30')).toBe('Enter a valid date in the format YYYY-MM-DD.');
});
