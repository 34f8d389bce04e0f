import { expect, test } from 'vitest';
import type { NotificationType } from './notifications.contract.ts';
import { daysOf, joinedTitles, nextDigestAt, payoutTotal } from './notifications.rules.ts';

test.each([
  ['daily', '2026-11-24T07:59:59Z', '2026-11-24T08:00:00.000Z'],
  ['daily', '2026-11-24T08:00:00Z', '2026-11-25T08:00:00.000Z'],
  ['weekly', '2026-11-24T09:00:00Z', '2026-11-30T08:00:00.000Z'],
  ['weekly', '2026-11-30T07:59:00Z', '2026-11-30T08:00:00.000Z'],
  ['weekly', '2026-11-30T08:00:00Z', '2026-12-07T08:00:00.000Z'],
] as const)('a %s digest after %s is mailed at %s', (frequency, now, expected) => {
  expect(nextDigestAt(frequency, new Date(now)).toISOString()).toBe(expected);
});

test.each([
  [['Vote on Maple Court', 'Vote on Elm Row', 'Vote on Elm Row'], 'Vote on Maple Court, Elm Row'],
  [['New vote: Maple Court', 'New vote: Elm Row'], 'New vote: Maple Court, Elm Row'],
  [['Vote on Maple Court', 'Proposal approved'], 'Vote on Maple Court, Proposal approved'],
  [['Vote on Maple Court'], 'Vote on Maple Court'],
])('the titles %j are said as %j', (titles, text) => {
  expect(joinedTitles(titles.map((title) => ({ title })))).toBe(text);
});

const item = (type: NotificationType, date: string, id: number, amountCents?: number) => ({
  type,
  date,
  id,
  payout: amountCents === undefined ? null : { quarter: '2026-Q3', amountCents },
});

test('three or more of one type in a row are a group within their day; order and items stay', () => {
  const days = daysOf(
    [
      item('distribution', 'today', 1),
      item('distribution', 'today', 2),
      item('distribution', 'today', 3),
      item('distribution', 'yesterday', 4),
      item('system', 'yesterday', 5),
      item('system', 'yesterday', 6),
    ],
    (day) => day,
  );
  expect(days.map((groups) => groups.map((group) => group.map(({ id }) => id)))).toEqual([
    [[1, 2, 3]],
    [[4], [5], [6]],
  ]);
});

test('payouts are added up only when nothing else is among them', () => {
  const payouts = [item('distribution', 'today', 1, 10_025), item('distribution', 'today', 2, 3_010)];
  expect(payoutTotal(payouts)).toEqual({ quarter: '2026-Q3', totalCents: 13_035 });
  expect(payoutTotal([...payouts, item('distribution', 'today', 3)])).toBeNull();
});
