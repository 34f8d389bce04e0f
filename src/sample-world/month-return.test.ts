import { describe, expect, test } from 'vitest';
import { monthFigures } from '#features/portfolio/portfolio.rules.ts';
import { byPriority, matchOrder, otherSide, type Side } from '#features/resale/order-book.rules.ts';
import { EXPIRY_DAYS } from '#features/resale/resale.contract.ts';
import { present } from '#kernel/assert.ts';
import { type Cents, parseUsd } from '#kernel/money.ts';
import { after, DAY, startOfMonth } from '#kernel/time.ts';
import { areWashTrades } from '#tests/support/wash-trades.ts';
import { demoTimeline } from '../demo/timeline.ts';
import { sampleProperties } from './cast.ts';
import { SEED } from './index.ts';
import { chanceOf } from './random.ts';
import type { Participant, Step } from './steps.ts';
import { timelineOf } from './timeline.ts';

const INVESTOR = idOf('investor');
/** From here on the rounded figure on the screen is above zero. */
const MIN_VISIBLE_BPS = 5;

interface Order {
  side: Side;
  who: string;
  property: number;
  pricePerShareCents: Cents;
  sharesLeft: number;
  seq: number;
  expiresAt: Date;
  listing: number | null;
}

interface Trade {
  propertyId: number;
  sellerId: string;
  buyerId: string;
  at: Date;
  shares: number;
  priceCents: Cents;
}

function idOf(who: Participant): string {
  return JSON.stringify(who);
}

function offeringPriceOf(property: number): Cents {
  return parseUsd(sampleProperties[property]?.submission.pricePerShare ?? '') ?? 0;
}

/** The resale trades of a play, by the matching rules of the product. */
function tradesOf(steps: readonly Step[]): Trade[] {
  const trades: Trade[] = [];
  const orders: Order[] = [];
  const take = (order: Order, who: string, shares: number, at: Date) => {
    expect(order.sharesLeft).toBeGreaterThanOrEqual(shares);
    order.sharesLeft -= shares;
    const [sellerId, buyerId] = order.side === 'ask' ? [order.who, who] : [who, order.who];
    const { property: propertyId, pricePerShareCents: priceCents } = order;
    trades.push({ propertyId, sellerId, buyerId, at, shares, priceCents });
  };
  for (const [seq, step] of steps.entries()) {
    if (step.do === 'buy') {
      const listing = orders.find((order) => order.listing === step.listing);
      take(present(listing, 'a listing'), idOf(step.who), step.shares, step.at);
    } else if (step.do === 'list' || step.do === 'bid') {
      const side = step.do === 'list' ? 'ask' : 'bid';
      const { property, shares, priceCents: pricePerShareCents } = step;
      const resting = orders
        .filter((order) => order.property === property && order.side === otherSide[side])
        .filter(({ expiresAt }) => expiresAt > step.at)
        .sort(byPriority(otherSide[side]));
      const { fills, sharesLeft } = matchOrder({ side, pricePerShareCents, shares }, resting);
      for (const fill of fills) take(fill.order, idOf(step.who), fill.shares, step.at);
      const days = step.do === 'list' ? EXPIRY_DAYS.listing : EXPIRY_DAYS.bid;
      orders.push({
        ...{ side, property, pricePerShareCents, sharesLeft, seq },
        who: idOf(step.who),
        expiresAt: after(step.at, days * DAY),
        listing: step.do === 'list' ? step.listing : null,
      });
    }
  }
  return trades;
}

/** The portfolio's month after the investor's trades, by the rule of the dashboard. */
function monthOf(steps: readonly Step[], trades: readonly Trade[], now: Date) {
  const bought = steps.flatMap((step) => {
    if (step.do !== 'invest' || idOf(step.who) !== INVESTOR) return [];
    const { at, property: propertyId, shares } = step;
    return [{ at, propertyId, shares, paidCents: shares * offeringPriceOf(propertyId) }];
  });
  const traded = trades.flatMap(({ at, propertyId, sellerId, buyerId, shares, priceCents }) => {
    if (sellerId !== INVESTOR && buyerId !== INVESTOR) return [];
    const held = sellerId === INVESTOR ? -shares : shares;
    return [{ at, propertyId, shares: held, paidCents: held * priceCents }];
  });
  return monthFigures([...bought, ...traded], { monthStart: startOfMonth(now), now }, offeringPriceOf);
}

const plays = {
  'sample world': (now: Date) => timelineOf(chanceOf(SEED), now),
  demo: demoTimeline,
};

describe.each(['sample world', 'demo'] as const)('in the %s, the month of the investor is a gain', (play) => {
  test.each([
    ['in the first millisecond of a quarter', '2026-10-01T00:00:00.000Z'],
    ['just after midnight on the 1st of a month', '2026-11-01T00:00:30.000Z'],
    ['in the middle of a month', '2026-11-15T08:00:00.000Z'],
    ['in the last millisecond of a year', '2026-12-31T23:59:59.999Z'],
    ['on a leap day', '2028-02-29T12:00:00.000Z'],
  ])('%s: a sale above the offering price, within the band and no wash trade', (_, moment) => {
    const now = new Date(moment);
    const steps = plays[play](now);
    const trades = tradesOf(steps);
    expect(monthOf(steps, trades, now).returnBps).toBeGreaterThanOrEqual(MIN_VISIBLE_BPS);
    const sales = trades.filter(({ sellerId, at }) => sellerId === INVESTOR && at >= startOfMonth(now));
    expect(sales).not.toEqual([]);
    for (const sale of sales) {
      const offered = offeringPriceOf(sale.propertyId);
      expect(sale.at.getTime()).toBeLessThanOrEqual(now.getTime());
      expect(sale.priceCents).toBeGreaterThan(offered);
      expect(sale.priceCents).toBeLessThanOrEqual(2 * offered);
      expect(trades.filter((other) => areWashTrades(sale, other, (one, two) => one === two))).toEqual([]);
    }
  });
});
