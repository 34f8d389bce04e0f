import { expect, test } from 'vitest';
import { isComplete, isMet, longestGap, tableOf } from './fault-table.ts';

test('the longest gap counts what lies before the first moment and after the last', () => {
  expect(longestGap([1_000, 2_000, 5_000], 0, 6_000)).toBe(3);
  expect(longestGap([4_000, 1_000], 0, 10_000)).toBe(6);
  expect(longestGap([], 0, 7_000)).toBe(7);
});

const round = (withoutWrites: number) => ({
  withoutWrites,
  withoutReads: 1,
  answered: 600,
  ownReads: 50,
  onReplicas: 0.5,
});

test('a goal is met when every round is within it, and the table shows median and worst', () => {
  const fault = { name: 'a fault', goal: 3, rounds: [round(2), round(2.5), round(9)] };
  expect(isMet(fault)).toBe(false);
  expect(isMet({ ...fault, goal: 9 })).toBe(true);
  expect(isMet({ ...fault, goal: 9, rounds: [{ ...round(2), withoutReads: 11 }] })).toBe(false);
  expect(tableOf([fault]).split('\n').at(-1)).toBe(
    '| a fault | 3 | 2.5 | 9.0 | 3 | missed | 1.0 | 1.0 | 1,800 | 150 | 50% |',
  );
});

test('a fault of which no round was measured has missed its goal, and nothing is complete without it', () => {
  const none = { name: 'a fault', goal: 3, rounds: [] };
  expect(isMet(none)).toBe(false);
  expect(tableOf([none]).split('\n').at(-1)).toBe(
    '| a fault | 0 | 0.0 | 0.0 | 3 | missed | 0.0 | 0.0 | 0 | 0 | 0% |',
  );
  const measured = { ...none, rounds: [round(2), round(2)] };
  expect(isComplete([measured, none], 2, 2)).toBe(false);
  expect(isComplete([measured, { ...none, rounds: [round(2)] }], 2, 2)).toBe(false);
  expect(isComplete([measured], 2, 2)).toBe(false);
  expect(isComplete([measured, measured], 2, 2)).toBe(true);
});
