import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  byPriority,
  crosses,
  depthOf,
  isWorseSale,
  matchOrder,
  otherSide,
  refuseFills,
  type Side,
  spreadOf,
} from './order-book.rules.ts';
import { MAX_IMMEDIATE_TRADES, resaleErrors } from './resale.contract.ts';

const side = fc.constantFrom<Side>('ask', 'bid');
const price = fc.integer({ min: 1, max: 12 });
const shares = fc.integer({ min: 1, max: 9 });
const resting = (of: Side) =>
  fc
    .array(fc.record({ pricePerShareCents: price, sharesLeft: shares }), { maxLength: 12 })
    .map((orders) => orders.map((order, seq) => ({ ...order, seq })).sort(byPriority(of)));
const meeting = side.chain((of) =>
  fc.record({
    incoming: fc.record({ side: fc.constant(of), pricePerShareCents: price, shares }),
    orders: resting(otherSide[of]),
  }),
);

describe('matching', () => {
  test('conserves shares: what comes in is filled or left, and no order gives more than it has', () => {
    fc.assert(
      fc.property(meeting, ({ incoming, orders }) => {
        const { fills, sharesLeft } = matchOrder(incoming, orders);
        const filled = fills.reduce((sum, fill) => sum + fill.shares, 0);
        expect(filled + sharesLeft).toBe(incoming.shares);
        for (const fill of fills) {
          expect(fill.shares).toBeGreaterThan(0);
          expect(fill.shares).toBeLessThanOrEqual(fill.order.sharesLeft);
        }
        expect(new Set(fills.map(({ order }) => order)).size).toBe(fills.length);
      }),
    );
  });

  test('never leaves the book crossed: who waits meets nobody that is left', () => {
    fc.assert(
      fc.property(meeting, ({ incoming, orders }) => {
        const { fills, sharesLeft } = matchOrder(incoming, orders);
        if (sharesLeft === 0) return;
        const taken = new Map(fills.map(({ order, shares: gone }) => [order, gone]));
        const left = orders.filter((order) => order.sharesLeft > (taken.get(order) ?? 0));
        for (const order of left) {
          expect(crosses(incoming.side, incoming.pricePerShareCents, order.pricePerShareCents)).toBe(false);
        }
      }),
    );
  });

  test('takes the better price first, then the earlier, and nothing beyond the limit', () => {
    fc.assert(
      fc.property(meeting, ({ incoming, orders }) => {
        const { fills } = matchOrder(incoming, orders);
        expect(fills.map(({ order }) => order)).toEqual(orders.slice(0, fills.length));
        for (const { order } of fills) {
          expect(crosses(incoming.side, incoming.pricePerShareCents, order.pricePerShareCents)).toBe(true);
        }
        for (const fill of fills.slice(0, -1)) expect(fill.shares).toBe(fill.order.sharesLeft);
      }),
    );
  });

  test.each([
    ['bid', 10, 10, true],
    ['bid', 10, 11, false],
    ['ask', 10, 10, true],
    ['ask', 10, 9, false],
  ] as const)('a %s at %d meets an order at %d: %s', (of, limit, at, isCrossed) => {
    expect(crosses(of, limit, at)).toBe(isCrossed);
  });
});

describe('the depth', () => {
  const level = (pricePerShareCents: number, sharesLeft: number) => ({ pricePerShareCents, sharesLeft });
  const book = { asks: [level(10_100, 3), level(10_300, 5)], bids: [level(9_900, 4), level(9_500, 6)] };

  test('adds up each side from its best price away, in the order of prices', () => {
    expect(depthOf(book)).toEqual([
      { priceCents: 9_500, bids: 10, asks: null },
      { priceCents: 9_900, bids: 4, asks: null },
      { priceCents: 10_100, bids: null, asks: 3 },
      { priceCents: 10_300, bids: null, asks: 8 },
    ]);
  });

  test('has a spread once both sides have a price', () => {
    expect(spreadOf(book)).toEqual({ cents: 200, bps: 200 });
    expect(spreadOf({ ...book, bids: [] })).toBeNull();
  });
});

describe('a sale is worse than it was shown', () => {
  const fill = (shares: number, pricePerShareCents: number) => ({
    shares,
    order: { sharesLeft: shares, pricePerShareCents },
  });
  const shown = { shares: 5, proceedsCents: 50_180 };
  test.each([
    ['the same bids', [fill(3, 10_060), fill(2, 10_000)], false],
    ['a better bid', [fill(1, 10_100), fill(3, 10_060), fill(1, 10_000)], false],
    ['more bids below', [fill(3, 10_060), fill(2, 10_000), fill(5, 9_000)], false],
    ['a bid that was withdrawn', [fill(3, 10_060)], true],
    ['a bid that was replaced by a lower one', [fill(3, 10_060), fill(2, 9_999)], true],
    ['the same money, but for more shares', [fill(5, 5_018), fill(5, 5_018)], true],
    ['no bid at all', [], true],
  ] as const)('%s: %3$s', (_, fills, worse) => expect(isWorseSale(fills, shown)).toBe(worse));

  test('never when nothing was shown, and never by exactly what the book would bring', () => {
    const level = fc.record({ shares: fc.integer({ min: 1, max: 50 }), price });
    fc.assert(
      fc.property(fc.array(level), fc.nat(100), (levels, more) => {
        const fills = levels
          .map((one) => fill(one.shares, one.price))
          .sort((a, b) => b.order.pricePerShareCents - a.order.pricePerShareCents);
        expect(isWorseSale(fills, undefined)).toBe(false);
        const sold = fills.reduce((sum, one) => sum + one.shares, 0);
        const proceedsCents = fills.reduce((sum, one) => sum + one.shares * one.order.pricePerShareCents, 0);
        expect(isWorseSale(fills, { shares: sold, proceedsCents })).toBe(false);
        expect(isWorseSale(fills, { shares: sold, proceedsCents: proceedsCents + 1 + more })).toBe(true);
        expect(isWorseSale(fills, { shares: sold + 1, proceedsCents })).toBe(true);
      }),
    );
  });
});

test('an order fills as many others as it may, and the refusal of one that would fill more says how many shares that is', () => {
  const resting = Array.from({ length: MAX_IMMEDIATE_TRADES + 1 }, () => ({
    order: { pricePerShareCents: 100, sharesLeft: 2 },
    shares: 2,
  }));
  expect(refuseFills('bid', resting.slice(1))).toBeNull();
  expect(refuseFills('bid', resting)).toEqual({
    ...resaleErrors.TOO_MANY_TRADES,
    message:
      'One order can trade with at most 500 other orders, which is 1,000 shares here. Bid for no more, or choose a lower price.',
  });
});
