import { describe, expect, test } from 'vitest';
import {
  bestOfOthers,
  bidAction,
  bidConsequence,
  expectedSaleOf,
  listingAction,
  listingConsequence,
  orderObstacle,
  previewOrder,
  priceWarning,
} from './order-preview.ts';

const level = (pricePerShareCents: number, sharesLeft: number, ownShares = 0) => ({
  pricePerShareCents,
  sharesLeft,
  ownShares,
});
const book = {
  asks: [level(10_000, 3, 1), level(10_200, 4)],
  bids: [level(9_800, 2), level(9_500, 5)],
  mostSharesNow: { bid: 6, ask: 7 },
};
const bid = (shares: number, pricePerShareCents: number) =>
  previewOrder(book, { side: 'bid', shares, pricePerShareCents });
const ask = (shares: number, pricePerShareCents: number) =>
  previewOrder(book, { side: 'ask', shares, pricePerShareCents });

test('the best price of others leaves out what the viewer would only trade with themselves', () => {
  expect(bestOfOthers([level(9_900, 2, 2), level(9_800, 3, 1)])?.pricePerShareCents).toBe(9_800);
  expect(bestOfOthers([level(9_900, 2, 2)])).toBeUndefined();
});

describe('the preview of an order', () => {
  test('a bid takes the cheapest shares of others, and reserves for the rest', () => {
    expect(bid(5, 10_200)).toEqual({
      sharesNow: 5,
      nowCents: 2 * 10_000 + 3 * 10_200,
      sharesLater: 0,
      laterCents: 0,
      fills: [
        { shares: 2, pricePerShareCents: 10_000 },
        { shares: 3, pricePerShareCents: 10_200 },
      ],
      meetsOwn: true,
      mostSharesNow: null,
    });
    expect(bid(5, 9_999)).toMatchObject({
      sharesNow: 0,
      sharesLater: 5,
      laterCents: 49_995,
      meetsOwn: false,
    });
  });

  test('a listing sells to the highest bids, and the rest waits', () => {
    expect(ask(4, 9_500)).toMatchObject({ sharesNow: 4, nowCents: 2 * 9_800 + 2 * 9_500, sharesLater: 0 });
    expect(ask(4, 9_800)).toMatchObject({
      sharesNow: 2,
      nowCents: 19_600,
      sharesLater: 2,
      laterCents: 19_600,
    });
  });

  test('an order that would fill too many others says how many shares can be traded', () => {
    const long = { ...book, mostSharesNow: { bid: 4, ask: 4 } };
    const order = (side: 'bid' | 'ask', shares: number) =>
      previewOrder(long, { side, shares, pricePerShareCents: side === 'bid' ? 10_200 : 9_500 });
    expect([order('ask', 4).mostSharesNow, order('ask', 5).mostSharesNow]).toEqual([null, 4]);
    expect(orderObstacle(order('ask', 4), 'listing')).toBeNull();
    expect(orderObstacle(order('ask', 5), 'listing')).toMatch(
      /^One order can trade .* which is 4 shares here\. List no more,/,
    );
    // The viewer's own listing stands in the way first.
    expect(orderObstacle(order('bid', 5), 'bid')).toMatch(/^You have a listing of your own/);
  });

  test('says what the button does and what follows', () => {
    expect(bidAction(bid(2, 10_000))).toBe('Buy 2 shares for $200.00');
    expect(bidAction(bid(5, 9_999))).toBe('Bid $499.95 for 5 shares');
    expect(bidAction(bid(9, 10_200))).toBe('Buy 6 shares and bid for 3');
    expect(bidConsequence(bid(9, 10_200), 10_200)).toBe(
      '6 shares are bought right away for $608.00. For the other 3 shares, $306.00 is reserved until someone sells at $102.00 or less.',
    );
    expect(listingConsequence(ask(3, 9_800), 9_800)).toBe(
      '2 shares will sell now to existing bids, for $196.00. 1 share will be listed at $98.00 a share, and stays yours until sold.',
    );
  });

  test('the button of a sale names what sells now, for how much, and what is listed', () => {
    expect(listingAction(ask(3, 9_800), 9_800)).toBe('Sell 2 now for $196.00 and list 1 at $98.00');
    expect(listingAction(ask(1, 9_000), 9_000)).toBe('Sell 1 share now for $98.00');
    expect(listingAction(ask(3, 9_900), 9_900)).toBe('List 3 shares at $99.00');
    expect(expectedSaleOf(ask(4, 9_500))).toEqual({ shares: 4, proceedsCents: 38_600 });
  });

  test('a price at least 10% below the highest bid of others is warned of', () => {
    expect(priceWarning(book, 8_821)).toBeNull();
    expect(priceWarning(book, 8_820)).toBe(
      'Your price is 10.0% below the highest bid, $98.00. Shares not taken by higher bids can sell for as little as $88.20.',
    );
    expect(priceWarning({ bids: [] }, 1)).toBeNull();
    expect(priceWarning({ bids: [level(9_800, 2, 2)] }, 1)).toBeNull();
  });
});
