import { expect, test } from 'vitest';
import { after, DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { askAgainAt } from './wallet.rules.ts';

test('a bank is asked less and less often about a transfer, and at least once an hour', () => {
  const requestedAt = new Date('2027-03-01T10:00:00Z');
  const pauseAt = (age: number) => {
    const now = after(requestedAt, age);
    return askAgainAt(requestedAt, now).getTime() - now.getTime();
  };
  const ages = [-SECOND, 0, 4 * SECOND, MINUTE, HOUR, 4 * HOUR, 3 * DAY];
  expect(ages.map(pauseAt)).toEqual([SECOND, SECOND, SECOND, 15 * SECOND, 15 * MINUTE, HOUR, HOUR]);
});
