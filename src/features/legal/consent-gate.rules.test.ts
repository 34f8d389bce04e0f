import { expect, test } from 'vitest';
import { asksForConsent } from './consent-gate.rules.ts';

const arrival = { pathname: '/investor-marketplace', found: true, isDue: true, isInDialog: false };

test('a due version is asked for on the way to a page, and never over a dialog in which someone may pay', () => {
  expect(asksForConsent(arrival)).toBe(true);
  expect(asksForConsent({ ...arrival, isInDialog: true })).toBe(false);
  expect(asksForConsent({ ...arrival, isDue: false })).toBe(false);
  expect(asksForConsent({ ...arrival, found: false })).toBe(false);
});

test('nothing is asked where people get at their money and documents, read the terms, or leave', () => {
  const paths = [
    '/wallet',
    '/share-resale/',
    '/documents',
    '/settings',
    '/legal/terms',
    '/learn/fees',
    '/login',
  ];
  for (const pathname of paths) expect(asksForConsent({ ...arrival, pathname }), pathname).toBe(false);
});
