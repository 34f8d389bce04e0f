import fc from 'fast-check';
import { expect, test } from 'vitest';
import { after, DAY, MINUTE } from '#kernel/time.ts';
import { shownRate, timeWeightedReturn } from '../returns.rules.ts';
import { type HoldingEvent, type HoldingStory, type Period, performanceOf } from './performance.ts';

const start = new Date('2027-01-01T00:00:00Z');
const expected = { from: null, pricePerShareCents: 1_000, annualYieldBps: 0 };

test('the figures of ten thousand purchases take the time that reading them takes', () => {
  const events = Array.from(
    { length: 10_000 },
    (_, at): HoldingEvent => ({
      at: after(start, at * MINUTE),
      kind: 'purchase',
      shares: 1,
      amountCents: 1_000,
      feeCents: 25,
      refundedAt: null,
    }),
  );
  const story = { propertyId: 1, events, shareValueAt: () => 1_000, revaluedAt: [], expected };
  expect(performanceOf([story], { from: start, to: after(start, 365 * DAY) })).toMatchObject({
    totalInvestmentCents: 10_250_000,
    currentValueCents: 10_000_000,
    totalReturnCents: -250_000,
  });
});

/** A story of events and values, each with the number of its quarter of a day, so that moments often coincide. */
function storyOf(
  propertyId: number,
  steps: readonly { at: number; kind: 'purchase' | 'sale' | 'income'; amount: number }[],
  values: readonly { at: number; cents: number }[],
): HoldingStory {
  const moment = (at: number) => after(start, (at * DAY) / 4);
  const events: HoldingEvent[] = [];
  let held = 0;
  for (const { at, kind, amount } of [...steps].sort((one, two) => one.at - two.at)) {
    const shares = kind === 'sale' ? Math.min(held, amount) : amount;
    const paid = { shares, amountCents: amount * 1_000, feeCents: 25, refundedAt: null };
    if (kind === 'income') events.push({ at: moment(at), kind, cents: amount });
    else if (kind === 'purchase') events.push({ at: moment(at), kind, ...paid });
    else if (shares > 0) events.push({ at: moment(at), kind, shares, proceedsCents: shares * 990 });
    held += kind === 'purchase' ? shares : kind === 'sale' ? -shares : 0;
  }
  const inOrder = [...values].sort((one, two) => one.at - two.at);
  return {
    propertyId,
    events,
    shareValueAt: (at) => inOrder.findLast((one) => moment(one.at) <= at)?.cents ?? 1_000,
    revaluedAt: values.map(({ at }) => moment(at)),
    expected,
  };
}

/** The return by its definition: at each flow, every holding is valued again. */
function chainedReturn(stories: readonly HoldingStory[], { from, to }: Period) {
  const valueBefore = (at: Date) =>
    stories.reduce((sum, { events, shareValueAt }) => {
      const shares = events
        .filter((one) => one.at < at)
        .reduce(
          (held, one) => held + (one.kind === 'income' ? 0 : one.kind === 'sale' ? -one.shares : one.shares),
          0,
        );
      return sum + shares * shareValueAt(after(at, -1));
    }, 0);
  const within = stories.flatMap(({ events, shareValueAt }) =>
    events.filter(({ at }) => at >= from && at < to).map((event) => ({ event, shareValueAt })),
  );
  const moments = [...new Set(within.map(({ event }) => event.at.getTime()))].sort((one, two) => one - two);
  const flows = moments.map((time) => {
    const flow = { at: new Date(time), valueBefore: valueBefore(new Date(time)), paidIn: 0, paidOut: 0 };
    for (const { event, shareValueAt } of within.filter((one) => one.event.at.getTime() === time)) {
      if (event.kind === 'purchase') flow.paidIn += event.amountCents + event.feeCents;
      const brought = event.kind === 'income' ? event.cents : event.kind === 'sale' ? event.proceedsCents : 0;
      const gone = event.kind === 'sale' ? event.shares * shareValueAt(after(event.at, -1)) : 0;
      flow.paidOut += brought;
      flow.valueBefore += brought - gone;
    }
    return flow;
  });
  return timeWeightedReturn({ startValue: valueBefore(from), endValue: valueBefore(to) }, flows);
}

test('the time-weighted return chains the value of all holdings just before each flow, whenever shares are revalued', () => {
  const at = fc.nat(60);
  const step = fc.record({
    at,
    kind: fc.constantFrom('purchase' as const, 'purchase', 'sale', 'income'),
    amount: fc.integer({ min: 1, max: 40 }),
  });
  const value = fc.record({ at, cents: fc.integer({ min: 0, max: 3_000 }) });
  const holding = fc.tuple(
    fc.array(step, { maxLength: 12 }),
    fc.uniqueArray(value, { selector: (one) => one.at }),
  );
  fc.assert(
    fc.property(fc.array(holding, { maxLength: 4 }), at, at, (holdings, first, length) => {
      const stories = holdings.map(([steps, values], index) => storyOf(index, steps, values));
      const from = after(start, (first * DAY) / 4);
      const period = { from, to: after(from, (length * DAY) / 4 + 1) };
      expect(performanceOf(stories, period).timeWeighted).toEqual(shownRate(chainedReturn(stories, period)));
    }),
    { numRuns: 2_000, seed: 25 },
  );
});

test('shares are valued once for each of their valuations, however many payments there are', () => {
  let asked = 0;
  const stories = Array.from({ length: 50 }, (_, propertyId): HoldingStory => {
    const steps = Array.from({ length: 100 }, (_, at) => ({
      at,
      kind: 'income' as const,
      amount: 1 + propertyId,
    }));
    const values = [20, 40, 60].map((at) => ({ at, cents: 900 + at }));
    const story = storyOf(propertyId, [{ at: 0, kind: 'purchase', amount: 10 }, ...steps], values);
    const shareValueAt = (at: Date) => {
      asked += 1;
      return story.shareValueAt(at);
    };
    return { ...story, shareValueAt };
  });
  performanceOf(stories, { from: start, to: after(start, 30 * DAY) });
  // The three valuations, and the values at the beginning (twice) and at the end.
  expect(asked).toBe(50 * 6);
});
