import { expect, test } from 'vitest';
import type { NotificationType } from './notifications.contract.ts';
import { groupsOf, nextDigestAt } from './notifications.rules.ts';

test.each([
  ['daily', '2026-11-24T07:59:59Z', '2026-11-24T08:00:00.000Z'],
  ['daily', '2026-11-24T08:00:00Z', '2026-11-25T08:00:00.000Z'],
  ['weekly', '2026-11-24T09:00:00Z', '2026-11-30T08:00:00.000Z'],
  ['weekly', '2026-11-30T07:59:00Z', '2026-11-30T08:00:00.000Z'],
  ['weekly', '2026-11-30T08:00:00Z', '2026-12-07T08:00:00.000Z'],
] as const)('a %s digest after %s is mailed at %s', (frequency, now, expected) => {
  expect(nextDigestAt(frequency, new Date(now)).toISOString()).toBe(expected);
});

test('three or more of one type in a row and on one day are a group; order and items stay', () => {
  const item = (type: NotificationType, date: string, id: number) => ({ type, date, id });
  const items = [
    item('distribution', 'today', 1),
    item('distribution', 'today', 2),
    item('distribution', 'today', 3),
    item('distribution', 'yesterday', 4),
    item('system', 'yesterday', 5),
    item('system', 'yesterday', 6),
  ];
  const groups = groupsOf(items, (day) => day);
  expect(groups.map((group) => group.map(({ id }) => id))).toEqual([[1, 2, 3], [4], [5], [6]]);
});
