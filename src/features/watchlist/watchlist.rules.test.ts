import { expect, test } from 'vitest';
import { alertSettings } from './watchlist.contract.ts';
import {
  compareWithLevels,
  DEFAULT_ALERTS,
  levelsBeyond,
  marketOf,
  type WatchedFigures,
} from './watchlist.rules.ts';

const basis = { priceWhenAddedCents: 10_000, yieldWhenAddedBps: 750 };
const figures: WatchedFigures = {
  shareValueCents: 10_000,
  yieldBps: 750,
  soldShares: 10,
  totalShares: 100,
  isApproved: true,
  onMarket: true,
  forResale: false,
};

/** Plays figures one after the other, and lists the alerts of each. */
function play(steps: Partial<WatchedFigures>[], settings = DEFAULT_ALERTS) {
  let passed: string[] = levelsBeyond(basis, figures, settings);
  return steps.map((step) => {
    const compared = compareWithLevels(basis, passed, { ...figures, ...step }, settings);
    passed = compared.passed;
    return compared.due;
  });
}

const prices = (...cents: number[]) => cents.map((shareValueCents) => ({ shareValueCents }));

test('a level alerts once when it is crossed, and again only after moving back by one percent', () => {
  expect(play(prices(10_499, 10_500, 10_600, 10_499, 10_396, 10_500))).toEqual([
    [],
    ['priceUp'],
    [],
    [],
    [],
    [],
  ]);
  expect(play(prices(10_500, 10_395, 10_500))).toEqual([['priceUp'], [], ['priceUp']]);
  expect(play(prices(9_500, 9_594, 9_500, 9_595, 9_500))).toEqual([['priceDown'], [], [], [], ['priceDown']]);
});

test('a yield alerts by points, up and down', () => {
  const yields = [799, 800, 793, 800, 792, 800, 700].map((yieldBps) => ({ yieldBps }));
  expect(play(yields)).toEqual([[], ['yieldUp'], [], [], [], ['yieldUp'], ['yieldDown']]);
});

test('nearly funded alerts while shares are left, and not for the last one that is sold at once', () => {
  expect(play([{ soldShares: 89 }, { soldShares: 90 }, { soldShares: 95 }])).toEqual([[], ['funding'], []]);
  expect(play([{ soldShares: 100, onMarket: false }])).toEqual([[]]);
});

test('coming back to the market, and a first listing, each alert once', () => {
  expect(play([{ onMarket: false }, { onMarket: true }, { onMarket: true }])).toEqual([[], ['onMarket'], []]);
  expect(play([{ forResale: true }, { forResale: true }, {}, { forResale: true }])).toEqual([
    ['forResale'], [], [], ['forResale'],
  ]); // biome-ignore format: one step each
});

test('figures that are not approved alert nobody, and move no level but that of the market', () => {
  const changed = { shareValueCents: 20_000, yieldBps: 2_000 };
  const offMarket = { isApproved: false, onMarket: false };
  expect(play([{ ...changed, ...offMarket }, changed])).toEqual([[], ['priceUp', 'yieldUp', 'onMarket']]);
  const listed = { shareValueCents: 10_500, forResale: true };
  expect(play([listed, offMarket, listed])).toEqual([['priceUp', 'forResale'], [], ['onMarket']]);
});

test('a level that is switched off is passed in silence, and does not alert when it is switched on', () => {
  const off = { ...DEFAULT_ALERTS, price: false };
  const { passed, due } = compareWithLevels(basis, [], { ...figures, shareValueCents: 11_000 }, off);
  expect(due).not.toContain('priceUp');
  expect(
    compareWithLevels(basis, passed, { ...figures, shareValueCents: 11_000 }, DEFAULT_ALERTS).due,
  ).toEqual([]);
});

test('the defaults are settings that the contract takes', () => {
  expect(alertSettings.parse(DEFAULT_ALERTS)).toEqual(DEFAULT_ALERTS);
});

test('a market is the state after the last comma of the location', () => {
  expect(['Miami, FL', 'Queens, New York, NY', 'Nowhere'].map(marketOf)).toEqual(['FL', 'NY', 'Nowhere']);
});
