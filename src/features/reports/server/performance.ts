import { groupBy } from '#kernel/group-by.ts';
import type { Cents } from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';
import type { PerformanceFigures } from '../reports.contract.ts';
import {
  annualized,
  type CashFlow,
  moneyWeightedReturn,
  NOTHING_INVESTED,
  noRate,
  rateOf,
  shownRate,
  timeWeightedReturn,
  type ValuedFlow,
} from '../returns.rules.ts';

/** Something that happened to a holding. */
export type HoldingEvent =
  | {
      at: Date;
      kind: 'purchase';
      shares: number;
      amountCents: Cents;
      feeCents: Cents;
      refundedAt: Date | null;
    }
  | { at: Date; kind: 'refund'; shares: number; amountCents: Cents; feeCents: Cents; boughtAt: Date }
  | { at: Date; kind: 'sale'; shares: number; proceedsCents: Cents }
  | { at: Date; kind: 'income'; cents: Cents };

/** A person's shares of one property, from the first purchase on. */
export interface HoldingStory {
  propertyId: number;
  /** In the order of time. */
  events: readonly HoldingEvent[];
  shareValueAt(at: Date): Cents;
  /** Expected income of the property: start, and yearly amount of a share. */
  expected: { from: Date | null; pricePerShareCents: Cents; annualYieldBps: number };
}

/** From the first moment to the moment before the last. */
export interface Period {
  from: Date;
  to: Date;
}

const sharesChange = (event: HoldingEvent) =>
  event.kind === 'income' ? 0 : event.kind === 'purchase' ? event.shares : -event.shares;

const isBefore = (at: Date) => (event: HoldingEvent) => event.at < at;

function sharesBefore({ events }: HoldingStory, at: Date): number {
  return events.filter(isBefore(at)).reduce((sum, event) => sum + sharesChange(event), 0);
}

/**
 * Whether an event counts in a period. A purchase that is refunded in the same period does not, and neither does its
 * refund: otherwise money that was never invested would lower every rate.
 */
const countsIn =
  ({ from, to }: Period) =>
  (event: HoldingEvent) => {
    if (event.kind === 'refund') return event.boughtAt < from || event.at >= to;
    if (event.kind !== 'purchase' || event.refundedAt === null) return true;
    return event.at < from || event.refundedAt >= to;
  };

const justBefore = (at: Date) => new Date(at.getTime() - 1);

function heldValue(story: HoldingStory, shares: number, at: Date): Cents {
  return shares === 0 ? 0 : shares * story.shareValueAt(justBefore(at));
}

const valueBefore = (story: HoldingStory, at: Date) => heldValue(story, sharesBefore(story, at), at);

const within =
  ({ from, to }: Period) =>
  ({ at }: HoldingEvent) =>
    at >= from && at < to;

const paidFor = ({ amountCents, feeCents }: { amountCents: Cents; feeCents: Cents }) =>
  amountCents + feeCents;

/** What came in with an event that is not a purchase. */
function receivedFor(event: Exclude<HoldingEvent, { kind: 'purchase' }>): Cents {
  if (event.kind === 'income') return event.cents;
  return event.kind === 'sale' ? event.proceedsCents : paidFor(event);
}

const sumOf = <Item>(items: readonly Item[], pick: (item: Item) => number) =>
  items.reduce((sum, item) => sum + pick(item), 0);

/** Flows into and out of holdings at each moment, with the value just before. */
function valuedFlows(stories: readonly HoldingStory[], period: Period): ValuedFlow[] {
  const events = stories.flatMap((story) =>
    story.events.filter(within(period)).map((event) => ({ story, event })),
  );
  const moments = groupBy(events, ({ event }) => event.at.getTime());
  const held = new Map(stories.map((story) => [story, sharesBefore(story, period.from)]));
  return [...moments]
    .sort(([one], [two]) => one - two)
    .map(([time, here]) => {
      const at = new Date(time);
      const flow = {
        at,
        valueBefore: sumOf([...held], ([story, shares]) => heldValue(story, shares, at)),
        paidIn: 0,
        paidOut: 0,
      };
      for (const { story, event } of here) {
        held.set(story, (held.get(story) ?? 0) + sharesChange(event));
        if (event.kind === 'purchase') {
          flow.paidIn += paidFor(event);
          continue;
        }
        const cents = receivedFor(event);
        flow.paidOut += cents;
        flow.valueBefore += cents;
        // Shares that go are valued at what they brought.
        if (event.kind !== 'income') flow.valueBefore -= event.shares * story.shareValueAt(justBefore(at));
      }
      return flow;
    });
}

/** Income to expect in a period by the yield at approval, while the property was funded. */
function expectedCents({ events, expected }: HoldingStory, { from, to }: Period): number {
  const { from: begins, pricePerShareCents, annualYieldBps } = expected;
  if (!begins) return 0;
  let cents = 0;
  let shares = 0;
  let since = new Date(0);
  const count = (until: Date) => {
    const start = Math.max(since.getTime(), from.getTime(), begins.getTime());
    const days = (Math.min(until.getTime(), to.getTime()) - start) / DAY;
    if (days > 0) cents += (shares * pricePerShareCents * annualYieldBps * days) / (10_000 * 365);
    since = until;
  };
  for (const event of events) {
    if (event.kind === 'income') continue;
    count(event.at);
    shares += sharesChange(event);
  }
  count(to);
  return cents;
}

/** The time for which something was invested: from the first purchase, until the last payment when all was sold. */
function investedDays(
  { startValueCents, endValueCents }: { startValueCents: Cents; endValueCents: Cents },
  events: readonly HoldingEvent[],
  { from, to }: Period,
): number {
  const times = events.map(({ at }) => at.getTime());
  const begins = startValueCents > 0 ? from.getTime() : Math.min(to.getTime(), ...times);
  const ends = endValueCents > 0 ? to.getTime() : Math.max(begins, ...times);
  return (ends - begins) / DAY;
}

/** The figures of holdings together over a period. */
export function performanceOf(all: readonly HoldingStory[], period: Period): PerformanceFigures {
  const stories = all.map((story) => ({ ...story, events: story.events.filter(countsIn(period)) }));
  const events = stories.flatMap((story) => story.events.filter(within(period)));
  const sum = (pick: (event: HoldingEvent) => number) => sumOf(events, pick);
  const startValueCents = sumOf(stories, (story) => valueBefore(story, period.from));
  const endValueCents = sumOf(stories, (story) => valueBefore(story, period.to));
  const boughtCents = sum((event) => (event.kind === 'purchase' ? event.amountCents : 0));
  const feesPaidCents = sum((event) => (event.kind === 'purchase' ? event.feeCents : 0));
  const feesCents = feesPaidCents - sum((event) => (event.kind === 'refund' ? event.feeCents : 0));
  const soldCents = sum((event) => {
    if (event.kind === 'sale') return event.proceedsCents;
    return event.kind === 'refund' ? event.amountCents : 0;
  });
  const incomeCents = sum((event) => (event.kind === 'income' ? event.cents : 0));
  const priceChangeCents = endValueCents - startValueCents - boughtCents + soldCents;
  const totalReturnCents = incomeCents + priceChangeCents - feesCents;
  const totalInvestmentCents = startValueCents + boughtCents + feesPaidCents;
  const days = investedDays({ startValueCents, endValueCents }, events, period);
  const flows: CashFlow[] = [
    ...(startValueCents > 0 ? [{ at: period.from, cents: -startValueCents }] : []),
    ...events.map(
      (event): CashFlow => ({
        at: event.at,
        cents: event.kind === 'purchase' ? -paidFor(event) : receivedFor(event),
      }),
    ),
    ...(endValueCents > 0 ? [{ at: period.to, cents: endValueCents }] : []),
  ];
  const timeWeighted = timeWeightedReturn(
    { startValue: startValueCents, endValue: endValueCents },
    valuedFlows(stories, period),
  );
  const moneyWeighted = moneyWeightedReturn(flows, days);
  return {
    totalInvestmentCents,
    currentValueCents: endValueCents,
    totalIncomeCents: incomeCents,
    priceChangeCents,
    feesCents,
    totalReturnCents,
    totalReturnRate:
      totalInvestmentCents > 0 ? rateOf(totalReturnCents / totalInvestmentCents) : noRate(NOTHING_INVESTED),
    expectedIncomeCents: Math.round(sumOf(stories, (story) => expectedCents(story, period))),
    timeWeighted: shownRate(timeWeighted),
    timeWeightedYearly: annualized(timeWeighted, days),
    moneyWeighted: shownRate(moneyWeighted),
    moneyWeightedYearly: annualized(moneyWeighted, days),
  };
}
