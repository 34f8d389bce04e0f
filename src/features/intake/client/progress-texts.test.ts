import { expect, test } from 'vitest';
import { progressTexts } from './progress-texts.ts';

const fresh = {
  id: '01890000-0000-7000-8000-000000000000',
  submittedAt: '2026-11-24T18:00:00.000Z',
  respondBy: '2026-11-30',
  proposalBy: '2026-12-02',
  status: 'pending',
  pausedAt: null,
} as const;
const now = new Date('2026-11-25T18:00:00Z');
const contacted = { ...fresh, respondBy: '2026-12-02' };
const pausedAt = '2026-11-25T10:00:00.000Z';

test('what was just submitted is promised contact and a proposal', () => {
  expect(progressTexts(fresh, now)).toEqual([
    "We'll review your property and contact you within 2-3 business days. An investment proposal follows within 3-5 business days.",
    'That means contact by Nov 30, 2026, and the proposal by Dec 2, 2026.',
  ]);
});

test('after the contact only the proposal is promised', () => {
  expect(progressTexts(contacted, now)).toEqual(['We send our proposal by Dec 2, 2026.']);
});

test('a day that has passed is no promise any more', () => {
  expect(progressTexts(fresh, new Date('2026-12-01T00:00:00Z'))).toEqual([
    'We promised to answer by Nov 30, 2026 and are late. We are sorry for the delay.',
  ]);
});

test.each([
  [{ ...contacted, pausedAt }, 'We have a question for you. The review continues once you answer it.'],
  [{ ...contacted, status: 'approved' as const }, 'Your property was approved.'],
  [{ ...fresh, status: 'rejected' as const }, 'Your property was not approved.'],
])('no day is promised during a question and after the decision: %j', (receipt, text) => {
  expect(progressTexts(receipt, now)).toEqual([text]);
});
