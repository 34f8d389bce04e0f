import { expect, test } from 'vitest';
import { after, DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { askAgainAt, isInstant, refuseDeposit } from './wallet.rules.ts';

test('a bank is asked less and less often about a transfer, and at least once an hour', () => {
  const requestedAt = new Date('2027-03-01T10:00:00Z');
  const pauseAt = (age: number) => {
    const now = after(requestedAt, age);
    return askAgainAt(requestedAt, now).getTime() - now.getTime();
  };
  const ages = [-SECOND, 0, 4 * SECOND, MINUTE, HOUR, 4 * HOUR, 3 * DAY];
  expect(ages.map(pauseAt)).toEqual([SECOND, SECOND, SECOND, 15 * SECOND, 15 * MINUTE, HOUR, HOUR]);
});

test('a deposit may use up what is left without a confirmed email, and no cent more', () => {
  expect(refuseDeposit({ unconfirmedLeftCents: 100 }, 100)).toBeNull();
  expect(refuseDeposit({ unconfirmedLeftCents: 100 }, 101)?.code).toBe('DEPOSIT_NEEDS_EMAIL');
  expect(refuseDeposit({ unconfirmedLeftCents: null }, 101)).toBeNull();
});

test('a deposit is available immediately up to what is left of the day', () => {
  expect([100, 101].map((amount) => isInstant({ instantLeftCents: 100 }, amount))).toEqual([true, false]);
});
