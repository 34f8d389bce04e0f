import { expect, test } from 'vitest';
import type { DecidedProperty } from '#features/properties/review.contract.ts';
import { outcomeText } from './status-texts.ts';

interface Decision extends Pick<DecidedProperty, 'status'> {
  state?: DecidedProperty['offering']['state'];
  sold?: number;
  closesAt?: string | null;
}

const outcomeOf = ({ status, state = 'open', sold = 0, closesAt = null }: Decision) =>
  outcomeText({
    ...{ name: 'Maple Court', status, totalShares: 100, availableShares: 100 - sold },
    offering: { state, closesAt },
  } as DecidedProperty);

test.each<[Decision, RegExp]>([
  [
    { status: 'approved', closesAt: '2027-01-22T10:00:00.000Z' },
    /^Maple Court is on the market until Jan 22, 2027\.$/,
  ],
  [{ status: 'approved', state: 'funded', sold: 5 }, /^Maple Court is on the market\.$/],
  [{ status: 'pending', sold: 5 }, /^Maple Court is off the market until it is approved\.$/],
  [{ status: 'rejected' }, /^Maple Court will not go on the market\.$/],
  [{ status: 'rejected', state: 'failed', sold: 5 }, /^Maple Court will not go on the market\.$/],
  [{ status: 'rejected', sold: 5 }, /^Maple Court is off the market\..*get everything back/],
  [{ status: 'rejected', state: 'funded', sold: 5 }, /^Maple Court is off the market\..*keep their shares/],
])('says in words what %j means', (decided, text) => {
  expect(outcomeOf(decided)).toMatch(text);
});
