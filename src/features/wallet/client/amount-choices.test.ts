import { expect, test } from 'vitest';
import { MAX_TRANSFER_CENTS } from '../wallet.contract.ts';
import { checkAmount } from './amount-check.ts';
import { DEPOSIT_CHOICES, withdrawalChoices } from './amount-choices.ts';

test.each([
  [0, []],
  [99, []],
  [2_729_732, [{ cents: 2_729_732, label: 'Full balance, $27,297.32' }]],
  [91_902_294, [{ cents: MAX_TRANSFER_CENTS, label: 'Maximum per transfer, $100,000.00' }]],
])('of %d cents, one click fills in what a withdrawal can move', (availableCents, choices) => {
  expect(withdrawalChoices({ availableCents })).toEqual(choices);
  for (const { cents } of choices)
    expect(checkAmount((cents / 100).toFixed(2), { availableCents }).problem).toBeNull();
});

test('the amounts of a deposit are whole dollars', () => {
  expect(DEPOSIT_CHOICES.map(({ label }) => label)).toEqual(['$100', '$500', '$1,000', '$5,000']);
});
