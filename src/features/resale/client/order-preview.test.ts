import { describe, expect, test } from 'vitest';
import {
  bidAction,
  bidConsequence,
  listingConsequence,
  previewOrder,
  readPrice,
  readShares,
} from './order-preview.ts';

const level = (pricePerShareCents: number, sharesLeft: number, ownShares = 0) => ({
  pricePerShareCents,
  sharesLeft,
  ownShares,
});
const book = {
  asks: [level(10_000, 3, 1), level(10_200, 4)],
  bids: [level(9_800, 2), level(9_500, 5)],
};
const bid = (shares: number, pricePerShareCents: number) =>
  previewOrder(book, { side: 'bid', shares, pricePerShareCents });
const ask = (shares: number, pricePerShareCents: number) =>
  previewOrder(book, { side: 'ask', shares, pricePerShareCents });

describe('the preview of an order', () => {
  test('a bid takes the cheapest shares of others, and reserves for the rest', () => {
    expect(bid(5, 10_200)).toEqual({
      sharesNow: 5,
      nowCents: 2 * 10_000 + 3 * 10_200,
      sharesLater: 0,
      laterCents: 0,
      meetsOwn: true,
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

  test('says what the button does and what follows', () => {
    expect(bidAction(bid(2, 10_000))).toBe('Buy 2 shares for $200.00');
    expect(bidAction(bid(5, 9_999))).toBe('Bid $499.95 for 5 shares');
    expect(bidAction(bid(9, 10_200))).toBe('Buy 6 shares and bid for 3');
    expect(bidConsequence(bid(9, 10_200), 10_200)).toBe(
      '6 shares are bought at once for $608.00. For the other 3 shares, $306.00 is reserved until somebody sells at $102.00 or less.',
    );
    expect(listingConsequence(ask(3, 9_800), 9_800)).toBe(
      '2 shares are sold at once to waiting bids for $196.00. 1 share waits for a buyer at $98.00 each, and still counts as yours.',
    );
  });
});

describe('what is typed', () => {
  test.each([
    ['3', 3],
    ['0', null],
    ['1.5', null],
    ['-2', null],
    ['', null],
    ['1e3', null],
  ])('%j is %j shares', (text, shares) => expect(readShares(text)).toBe(shares));

  test.each([
    ['102.5', 10_250],
    ['.01', 1],
    ['100.', 10_000],
    ['0', null],
    ['0.001', null],
    ['1000000.01', null],
    ['1e3', null],
    ['', null],
  ])('%j is a price of %j cents', (text, cents) => expect(readPrice(text)).toBe(cents));
});
