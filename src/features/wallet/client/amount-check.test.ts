import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatUsdExact, toDecimal } from '#kernel/money.ts';
import { MAX_TRANSFER_CENTS, MIN_TRANSFER_CENTS } from '../wallet.contract.ts';
import { checkAmount } from './amount-check.ts';

const transferable = fc.integer({ min: MIN_TRANSFER_CENTS, max: MAX_TRANSFER_CENTS });

describe('the amount of a transfer', () => {
  test('is read to the cent, however it is written', () => {
    fc.assert(
      fc.property(transferable, (cents) => {
        for (const text of [toDecimal(cents), formatUsdExact(cents), ` ${toDecimal(cents)} `]) {
          expect(checkAmount(text, { availableCents: null })).toEqual({ cents, problem: null });
        }
      }),
    );
  });

  test.each([
    ['500', 50_000],
    ['500.', 50_000],
    ['500.5', 50_050],
    ['$1,000', 100_000],
    ['100000', MAX_TRANSFER_CENTS],
  ])('%j is %d cents', (text, cents) => {
    expect(checkAmount(text, { availableCents: null }).cents).toBe(cents);
  });

  test.each(['abc', '1.234', '1,00', '1e3', '-5', '0x10', '٥٠', '1 000', '..', '$'])('refuses %j', (text) => {
    expect(checkAmount(text, { availableCents: null }).cents).toBeNull();
  });

  test('says which limit is broken', () => {
    expect(checkAmount('', { availableCents: null }).problem).toBe('Enter an amount.');
    expect(checkAmount('0.99', { availableCents: null }).problem).toBe('The smallest transfer is $1.00.');
    expect(checkAmount('100000.01', { availableCents: null }).problem).toBe(
      'The largest transfer is $100,000.00.',
    );
    expect(checkAmount('50.01', { availableCents: 5_000 }).problem).toBe('You have $50.00 available.');
    expect(checkAmount('50.00', { availableCents: 5_000 }).cents).toBe(5_000);
  });

  test('is bounded by the limit for deposits before the email is confirmed', () => {
    const bounds = { availableCents: null, unconfirmedLeftCents: 20_000 };
    expect(checkAmount('200.00', bounds)).toEqual({ cents: 20_000, problem: null });
    expect(checkAmount('200.01', bounds).problem).toContain('You can deposit $200.00 more');
  });
});
