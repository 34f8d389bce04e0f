import { expect, test } from 'vitest';
import { HOUR } from '#kernel/time.ts';
import { type AlertSettings, alertSettings } from './watchlist.contract.ts';
import {
  compareWithLevels,
  DEFAULT_ALERTS,
  levelsBeyond,
  marketOf,
  REARM_HOURS,
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

/** Plays figures one after the other, this many hours apart, and lists the alerts of each. */
function play(steps: Partial<WatchedFigures>[], { hours = REARM_HOURS } = {}) {
  const settings = DEFAULT_ALERTS;
  const watched = {
    ...basis,
    passedLevels: levelsBeyond(basis, figures, settings),
    alertedAt: {} as Record<string, string>,
  };
  return steps.map((step, index) => {
    const now = new Date(index * hours * HOUR);
    const { passed, due } = compareWithLevels(watched, { ...figures, ...step }, { settings, now });
    watched.passedLevels = passed;
    for (const level of due) watched.alertedAt[level] = now.toISOString();
    return due;
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

test('what an order that is canceled crosses alerts again a day after the last alert, and not before', () => {
  const [listed, offered, funded] = [{ forResale: true }, { onMarket: true }, { soldShares: 90 }];
  const none = { onMarket: false };
  const steps = [listed, none, { ...offered, ...listed }, none, { ...offered, ...listed }];
  expect(play(steps, { hours: 11 })).toEqual([['forResale'], [], ['onMarket'], [], ['forResale']]);
  expect(play([funded, {}, funded, {}, funded, {}, funded], { hours: 6 })).toEqual([
    ['funding'], [], [], [], ['funding'], [], [],
  ]); // biome-ignore format: one step each
  // Nobody crosses these by an order.
  expect(play(prices(10_500, 10_395, 10_500), { hours: 0 })).toEqual([['priceUp'], [], ['priceUp']]);
});

test('figures that are not approved alert nobody, and move no level but that of the market', () => {
  const changed = { shareValueCents: 20_000, yieldBps: 2_000 };
  const offMarket = { isApproved: false, onMarket: false };
  expect(play([{ ...changed, ...offMarket }, changed])).toEqual([[], ['priceUp', 'yieldUp', 'onMarket']]);
  const listed = { shareValueCents: 10_500, forResale: true };
  expect(play([listed, offMarket, listed])).toEqual([['priceUp', 'forResale'], [], ['onMarket']]);
});

test('a level that is switched off is passed in silence, and does not alert when it is switched on', () => {
  const risen = { ...figures, shareValueCents: 11_000 };
  const compare = (passedLevels: string[], settings: AlertSettings) =>
    compareWithLevels({ ...basis, passedLevels, alertedAt: {} }, risen, { settings, now: new Date(0) });
  const { passed, due } = compare([], { ...DEFAULT_ALERTS, price: false });
  expect(due).not.toContain('priceUp');
  expect(compare(passed, DEFAULT_ALERTS).due).toEqual([]);
});

test('the defaults are settings that the contract takes', () => {
  expect(alertSettings.parse(DEFAULT_ALERTS)).toEqual(DEFAULT_ALERTS);
});

test('a market is the state after the last comma of the location', () => {
  expect(['Miami, FL', 'Queens, New York, NY', 'Nowhere'].map(marketOf)).toEqual(['FL', 'NY', 'Nowhere']);
});
