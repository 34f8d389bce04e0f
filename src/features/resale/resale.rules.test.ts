import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { investingErrors } from '#features/investing/investing.contract.ts';
import { areWashTrades } from '#tests/support/wash-trades.ts';
import { resaleErrors } from './resale.contract.ts';
import {
  type BidFacts,
  type BuyFacts,
  type ListFacts,
  netYieldBps,
  premiumBps,
  priceBandOf,
  quoteReserved,
  quoteTrade,
  RESALE_FEE_BPS,
  refusePrice,
  refuseToBid,
  refuseToBuy,
  refuseToList,
  refuseToReprice,
} from './resale.rules.ts';

const ineligible = investingErrors.MONTHLY_LIMIT;
const badPrice = resaleErrors.PRICE_OUT_OF_BAND;
const tooManyTrades = resaleErrors.TOO_MANY_TRADES;

const shares = fc.integer({ min: 1, max: 100_000 });
const price = fc.integer({ min: 1, max: 1_000_000 });
const fee = fc.integer({ min: 0, max: 10_000 });

describe('a quote', () => {
  test('is the amount and its fee, and never less for one share more', () => {
    fc.assert(
      fc.property(shares, price, fee, (many, each, bps) => {
        const { amountCents, feeCents, totalCents } = quoteTrade(many, each, bps);
        expect(amountCents).toBe(many * each);
        expect(totalCents).toBe(amountCents + feeCents);
        expect(quoteTrade(many + 1, each, bps).totalCents).toBeGreaterThan(totalCents);
      }),
    );
  });

  test('has no fee: resale is free', () => {
    expect(RESALE_FEE_BPS).toBe(0);
    expect(quoteTrade(3, 10_250)).toEqual({ amountCents: 30_750, feeCents: 0, totalCents: 30_750 });
  });

  test('of a bid filled in any parts uses up its reserve to the cent, whatever the fee', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 50 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(parts, price, fee, (filled, pricePerShareCents, bps) => {
        let sharesLeft = filled.reduce((sum, part) => sum + part, 0);
        let reserve = quoteTrade(sharesLeft, pricePerShareCents, bps).totalCents;
        for (const part of filled) {
          const quote = quoteReserved(part, { sharesLeft, pricePerShareCents }, bps);
          expect(quote.amountCents).toBe(part * pricePerShareCents);
          expect(quote.feeCents).toBeGreaterThanOrEqual(0);
          expect(quote.totalCents).toBe(quote.amountCents + quote.feeCents);
          reserve -= quote.totalCents;
          sharesLeft -= part;
        }
        expect(reserve).toBe(0);
      }),
    );
  });
});

describe('what a price means', () => {
  const property = { offeringPriceCents: 10_000, annualYieldBps: 750 };
  test.each([
    [10_000, 739, 0],
    [12_000, 616, 2_000],
    [8_000, 923, -2_000],
    [10_050, 735, 50],
  ])(
    'at %d cents the yield after the management fee is %d and the premium %d basis points',
    (cents, yieldBps, premium) => {
      expect(netYieldBps(property, cents)).toBe(yieldBps);
      expect(premiumBps({ perShareCents: 10_000 }, cents)).toBe(premium);
    },
  );
});

describe('the band of prices', () => {
  const usual = { lowestPercent: 50, highestPercent: 200 };
  const valued = fc.integer({ min: 100, max: 100_000_000 });
  const band = fc.record({
    lowestPercent: fc.integer({ min: 1, max: 100 }),
    highestPercent: fc.integer({ min: 100, max: 10_000 }),
  });

  test('has the value of a share and both of its ends in it, and nothing beyond', () => {
    fc.assert(
      fc.property(valued, band, (valueCents, percents) => {
        const prices = priceBandOf(valueCents, percents);
        const { lowestCents, highestCents } = prices;
        for (const inside of [lowestCents, valueCents, highestCents]) {
          expect(refusePrice(inside, prices)).toBeNull();
        }
        expect(lowestCents * 100).toBeGreaterThanOrEqual(valueCents * percents.lowestPercent);
        expect(highestCents * 100).toBeLessThanOrEqual(valueCents * percents.highestPercent);
        expect(refusePrice(lowestCents - 1, prices)?.code).toBe('PRICE_OUT_OF_BAND');
        expect(refusePrice(highestCents + 1, prices)?.code).toBe('PRICE_OUT_OF_BAND');
      }),
    );
  });

  test('says the lowest and the highest price when it refuses another', () => {
    expect(refusePrice(20_001, priceBandOf(10_000, usual))?.message).toBe(
      'Shares of this property can trade at $50.00 to $200.00 each. Choose a price in this range.',
    );
  });
});

test.each([
  [{}, true],
  [{ at: new Date('2026-12-01T00:00:00.001Z') }, false],
  [{ at: new Date('2026-10-02T00:00:00Z') }, true],
  [{ propertyId: 2 }, false],
  [{ sellerId: 'a', buyerId: 'b' }, false],
  [{ buyerId: 'c' }, false],
  [{ sellerId: 'b2' }, true],
])('a trade back that differs in %j is a wash trade: %s', (change, expected) => {
  const there = { propertyId: 1, sellerId: 'a', buyerId: 'b', at: new Date('2026-11-01T00:00:00Z') };
  const back = {
    propertyId: 1,
    sellerId: 'b',
    buyerId: 'a',
    at: new Date('2026-12-01T00:00:00Z'),
    ...change,
  };
  const isSamePerson = (one: string, other: string) =>
    one === other || one + other === 'bb2' || one + other === 'b2b';
  const results = [areWashTrades(there, back, isSamePerson), areWashTrades(back, there, isSamePerson)];
  expect(results).toEqual([expected, expected]);
});

describe('buying from a listing is refused', () => {
  const facts: BuyFacts = {
    status: 'approved',
    isHalted: false,
    isFunded: true,
    isOpen: true,
    isOwnListing: false,
    shares: 3,
    sharesLeft: 3,
    totalCents: 300,
    expectedTotalCents: 300,
    availableCashCents: 300,
    ineligible: null,
  };
  test.each([
    [{}, undefined],
    [{ isOpen: false, isHalted: true }, 'LISTING_CLOSED'],
    [{ status: 'pending' as const }, 'LISTING_CLOSED'],
    [{ status: null }, 'LISTING_CLOSED'],
    [{ isHalted: true, isOwnListing: true }, 'TRADING_HALTED'],
    [{ isOwnListing: true, shares: 4 }, 'OWN_LISTING'],
    [{ shares: 4, expectedTotalCents: 400 }, 'NOT_ENOUGH_SHARES'],
    [{ expectedTotalCents: 299, availableCashCents: 0, ineligible }, 'PRICE_CHANGED'],
    [{ ineligible, availableCashCents: 299 }, 'MONTHLY_LIMIT'],
    [{ availableCashCents: 299 }, 'INSUFFICIENT_FUNDS'],
  ])('for %j with %s', (change, code) => {
    expect(refuseToBuy({ ...facts, ...change })?.code).toBe(code);
  });
});

describe('an order is refused', () => {
  const order = {
    status: 'approved' as const,
    isHalted: false,
    isFunded: true,
    badPrice: null,
    crossesOwnOrder: false,
    openOrders: 49,
    tooManyTrades: null,
  };
  const money = { totalCents: 300, availableCashCents: 300, ineligible: null };
  const bid: BidFacts = { ...order, ...money, shares: 3, totalShares: 3 };
  const listing: ListFacts = { ...order, shares: 3, freeShares: 3, areLotsFree: true, isWorseSale: false };

  test.each([
    [{}, undefined],
    [{ status: 'rejected' as const }, 'NOT_OPEN'],
    [{ isFunded: false, isHalted: true }, 'OFFERING_OPEN'],
    [{ isHalted: true }, 'TRADING_HALTED'],
    [{ shares: 4, crossesOwnOrder: true }, 'MORE_THAN_ALL_SHARES'],
    [{ badPrice, crossesOwnOrder: true }, 'PRICE_OUT_OF_BAND'],
    [{ crossesOwnOrder: true }, 'OWN_LISTING'],
    [{ openOrders: 50, tooManyTrades }, 'TOO_MANY_ORDERS'],
    [{ tooManyTrades, ineligible }, 'TOO_MANY_TRADES'],
    [{ ineligible, totalCents: 301 }, 'MONTHLY_LIMIT'],
    [{ totalCents: 301 }, 'INSUFFICIENT_FUNDS'],
  ])('a bid for %j with %s', (change, code) => {
    expect(refuseToBid({ ...bid, ...change })?.code).toBe(code);
  });

  test.each([
    [{}, undefined],
    [{ freeShares: 2, status: null }, 'SHARES_NOT_HELD'],
    [{ status: 'pending' as const }, 'NOT_OPEN'],
    [{ isFunded: false }, 'OFFERING_OPEN'],
    [{ isHalted: true, badPrice }, 'TRADING_HALTED'],
    [{ badPrice, crossesOwnOrder: true }, 'PRICE_OUT_OF_BAND'],
    [{ crossesOwnOrder: true }, 'OWN_BID'],
    [{ openOrders: 50 }, 'TOO_MANY_ORDERS'],
    [{ areLotsFree: false, tooManyTrades }, 'LOTS_NOT_FREE'],
    [{ tooManyTrades, isWorseSale: true }, 'TOO_MANY_TRADES'],
    [{ isWorseSale: true }, 'BIDS_CHANGED'],
  ])('a listing for %j with %s', (change, code) => {
    expect(refuseToList({ ...listing, ...change })?.code).toBe(code);
  });

  test.each([
    [{}, undefined],
    [{ isOpen: false, isHalted: true }, 'ORDER_CLOSED'],
    [{ isHalted: true }, 'TRADING_HALTED'],
    [{ isUnchanged: true, badPrice }, 'PRICE_UNCHANGED'],
    [{ badPrice, isWithinMoney: false }, 'PRICE_OUT_OF_BAND'],
    [{ isWithinMoney: false, crossesOwnOrder: true }, 'BEYOND_MONEY'],
    [{ crossesOwnOrder: true, tooManyTrades }, 'OWN_BID'],
    [{ tooManyTrades, isWorseSale: true }, 'TOO_MANY_TRADES'],
    [{ isWorseSale: true }, 'BIDS_CHANGED'],
  ])('another price for %j with %s', (change, code) => {
    const facts = {
      status: 'approved' as const,
      isHalted: false,
      isFunded: true,
      isOpen: true,
      isUnchanged: false,
      isWithinMoney: true,
      badPrice: null,
      crossesOwnOrder: false,
      tooManyTrades: null,
      isWorseSale: false,
    };
    expect(refuseToReprice({ ...facts, ...change })?.code).toBe(code);
  });
});
