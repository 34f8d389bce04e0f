import { expect, test } from 'vitest';
import {
  canonicalCode,
  codeFrom,
  investmentStatusOf,
  inviterNameOf,
  maskedEmail,
  moreForNextReward,
  reachedTiers,
} from './referrals.rules.ts';

test('counts to the next tier that is not reached, and to none after the last', () => {
  expect([0, 2, 3, 9, 10, 24, 25, 99].map((many) => moreForNextReward(many))).toEqual([
    3,
    1,
    7,
    1,
    15,
    1,
    null,
    null,
  ]);
  // A refund after the reward of three does not ask for the third one again.
  expect(moreForNextReward(2, [{ tier: 3 }])).toBe(8);
  expect(reachedTiers(10).map(({ shares }) => shares)).toEqual([1, 5]);
});

test('reads a code in other letters, and nothing that is none', () => {
  const code = codeFrom(new Uint8Array([0, 31, 32, 63, 100, 200, 255, 7, 9]));
  expect(code).toHaveLength(8);
  expect(canonicalCode(` ${code.toLowerCase()} `)).toBe(code);
  expect(['', 'short', 'ABCDEFGHI', "AB'; --D", 'ABCDEFG0'].map(canonicalCode)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('masks the address of an invited person', () => {
  expect(maskedEmail('ana@x.com')).toBe('a•••@x.com');
});

test('names how much an invited person has invested', () => {
  expect([0, 1, 2].map(investmentStatusOf)).toEqual(['Not Invested', 'First Investment', 'Active Investor']);
});

test.each([
  ['Ana Maria', 'pereira', 'Ana P.'],
  ['Zoë', '', 'Zoë'],
  ['Jean-Luc', '1', 'Jean-Luc'],
  ['Your account is locked', 'evil.test', 'Your E.'],
  ['evil.test', 'Quill', null],
  ['a'.repeat(21), 'Quill', null],
])(
  'of an inviter called %j %j someone who may not know them reads no more than %j',
  (firstName, lastName, shown) => {
    expect(inviterNameOf({ firstName, lastName })).toBe(shown);
  },
);
