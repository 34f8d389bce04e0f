import { groupBy } from '#kernel/group-by.ts';
import { type Cents, WHOLE_BPS } from '#kernel/money.ts';
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
  /** The moments from which a share may have another value, in any order. */
  revaluedAt: readonly Date[];
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

function valueBefore(story: HoldingStory, at: Date): Cents {
  return sharesBefore(story, at) * story.shareValueAt(justBefore(at));
}

const within =
  ({ from, to }: Period) =>
  ({ at }: { at: Date }) =>
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

/** What happens to a holding at a moment: an event, or without one another value of its shares. */
interface Change {
  at: Date;
  holding: { story: HoldingStory; shares: number; shareCents: Cents };
  event?: HoldingEvent;
}

/** Changes of holdings in a period, moment by moment. */
function changesIn(holdings: readonly Change['holding'][], period: Period): [number, Change[]][] {
  const changes = holdings.flatMap((holding): Change[] => [
    ...holding.story.events.map((event) => ({ at: event.at, holding, event })),
    ...holding.story.revaluedAt.map((at) => ({ at, holding })),
  ]);
  const moments = groupBy(changes.filter(within(period)), ({ at }) => at.getTime());
  return [...moments].sort(([one], [two]) => one - two);
}

/** Flows into and out of holdings at each moment, with the value just before, of which only changes are computed. */
function valuedFlows(stories: readonly HoldingStory[], period: Period): ValuedFlow[] {
  const holdings = stories.map((story) => ({
    story,
    shares: sharesBefore(story, period.from),
    shareCents: story.shareValueAt(justBefore(period.from)),
  }));
  let valueCents = sumOf(holdings, ({ shares, shareCents }) => shares * shareCents);
  const flows: ValuedFlow[] = [];
  for (const [time, changes] of changesIn(holdings, period)) {
    const flow = { at: new Date(time), valueBefore: valueCents, paidIn: 0, paidOut: 0 };
    for (const { holding, event } of changes) {
      if (!event) continue;
      addTo(flow, event, holding.shareCents);
      holding.shares += sharesChange(event);
      valueCents += sharesChange(event) * holding.shareCents;
    }
    if (changes.some(({ event }) => event)) flows.push(flow);
    for (const { holding, event } of changes) {
      if (event) continue;
      const shareCents = holding.story.shareValueAt(flow.at);
      valueCents += holding.shares * (shareCents - holding.shareCents);
      holding.shareCents = shareCents;
    }
  }
  return flows;
}

function addTo(flow: ValuedFlow, event: HoldingEvent, shareCents: Cents): void {
  if (event.kind === 'purchase') {
    flow.paidIn += paidFor(event);
    return;
  }
  const cents = receivedFor(event);
  flow.paidOut += cents;
  flow.valueBefore += cents;
  // Shares that go are valued at what they brought.
  if (event.kind !== 'income') flow.valueBefore -= event.shares * shareCents;
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
    if (days > 0) cents += (shares * pricePerShareCents * annualYieldBps * days) / (WHOLE_BPS * 365);
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
  // Not by Math.min(...times), which a long history is too many arguments for.
  const begins =
    startValueCents > 0 ? from.getTime() : times.reduce((one, two) => Math.min(one, two), to.getTime());
  const ends = endValueCents > 0 ? to.getTime() : times.reduce((one, two) => Math.max(one, two), begins);
  return (ends - begins) / DAY;
}

/** Income of holdings in a period. */
export const incomeWithin = (stories: readonly HoldingStory[], period: Period): Cents =>
  sumOf(
    stories.flatMap(({ events }) => events.filter(within(period))),
    (event) => (event.kind === 'income' ? event.cents : 0),
  );

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
  const incomeCents = incomeWithin(stories, period);
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
