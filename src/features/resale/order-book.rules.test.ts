import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byPriority, crosses, matchOrder, otherSide, type Side } from './order-book.rules.ts';

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
  ] as const)('a %s at %d meets an order at %d: %s', (of, limit, at, met) => {
    expect(crosses(of, limit, at)).toBe(met);
  });
});
