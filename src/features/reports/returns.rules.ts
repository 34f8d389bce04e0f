import { groupBy } from '#kernel/group-by.ts';
import { listText } from '#kernel/list-text.ts';
import { type BasisPoints, WHOLE_BPS } from '#kernel/money.ts';
import { plural } from '#kernel/plural.ts';
import { DAY } from '#kernel/time.ts';
import type { PerformanceFigures } from './reports.contract.ts';

/** Money that went in (negative) or came out (positive) at a moment, from the investor's side. */
export interface CashFlow {
  at: Date;
  cents: number;
}

/** A rate as it is shown, or why there is none. */
export type Rate = { bps: BasisPoints; reason: null } | { bps: null; reason: string };

/** A rate as it is computed, 0.01 for one percent, or why there is none. */
export type ExactRate = { rate: number; reason: null } | { rate: null; reason: string };

export const NOTHING_INVESTED = 'Nothing was invested in this period.';

export const NO_COST = 'These shares cost nothing.';

/** Heading of figures of one period: "By property, since the start", "By property, YTD 2026". */
export const headingOf = (what: string, { id, label }: { id: string; label: string }): string =>
  `${what}, ${id === 'all' ? label.toLowerCase() : label}`;

/** A figure of a row that is not available: its heading, and the reason. */
export interface MissingFigure {
  figure: string;
  reason: string;
}

/** The rates of a row that are not available; a rate without one has none for a year either. */
export function missingRates(one: PerformanceFigures): MissingFigure[] {
  const { totalReturnRate, timeWeighted, timeWeightedYearly, moneyWeighted, moneyWeightedYearly } = one;
  const reasons = [
    ['Total return %', totalReturnRate.reason],
    ['Time-weighted %', timeWeighted.reason],
    ['Time-weighted % a year', timeWeighted.reason ? null : timeWeightedYearly.reason],
    ['Money-weighted %', moneyWeighted.reason],
    ['Money-weighted % a year', moneyWeighted.reason ? null : moneyWeightedYearly.reason],
  ] as const;
  return reasons.flatMap(([figure, reason]) => (reason ? [{ figure, reason }] : []));
}

/** A figure within a sentence: "total return %". */
const inSentence = (figure: string) => `${figure.charAt(0).toLowerCase()}${figure.slice(1)}`;

/**
 * What is not available below a table: each reason once, with the figures and rows that it is the reason for. A reason
 * that holds for every row speaks for itself.
 */
export function notesOnMissing(
  rows: readonly { label: string; missing: readonly MissingFigure[] }[],
): string[] {
  const notes = new Map<string, { figures: string[]; reason: string; labels: string[] }>();
  for (const { label, missing } of rows)
    for (const [reason, same] of groupBy(missing, (one) => one.reason)) {
      const figures = same.map(({ figure }) => figure);
      const key = `${figures} ${reason}`;
      const note = notes.get(key) ?? { figures, reason, labels: [] };
      notes.set(key, note);
      note.labels.push(label);
    }
  return [...notes.values()].map(({ figures, reason, labels }) => {
    if (labels.length === rows.length) return reason;
    const [first = '', ...others] = figures;
    const named = listText([first, ...others.map(inSentence)]);
    return `${named} ${plural(figures.length, 'is', 'are')} not available for ${listText([...new Set(labels)])}. ${reason}`;
  });
}

/** Periods that are shorter than this are not extrapolated to a year. */
export const MIN_ANNUALIZED_DAYS = 30;
const DAYS_A_YEAR = 365;

const LOWEST_RATE = -0.999_999;
const HIGHEST_RATE = 1_000_000;
const SCAN_STEPS = 400;
const BISECTIONS = 200;

export const noRate = (reason: string): Rate => ({ bps: null, reason });
export const rateOf = (rate: number): Rate => {
  const bps = Math.round(rate * WHOLE_BPS);
  return Number.isSafeInteger(bps)
    ? { bps: bps === 0 ? 0 : bps, reason: null }
    : noRate('The return is too large to be shown.');
};

const noExactRate = (reason: string): ExactRate => ({ rate: null, reason });

/** A rate rounded to the basis point. */
export const shownRate = ({ rate, reason }: ExactRate): Rate =>
  rate === null ? noRate(reason) : rateOf(rate);

/** Money and after how much of the time that a rate is for: 1 is all of it. */
interface PlacedFlow {
  after: number;
  cents: number;
}

/** Flows in the order of time, those of one moment as one. */
function placed(flows: readonly CashFlow[], unitDays: number): PlacedFlow[] {
  const moments = [...groupBy(flows, ({ at }) => at.getTime())].sort(([one], [two]) => one - two);
  const start = moments[0]?.[0] ?? 0;
  return moments.map(([time, same]) => ({
    after: (time - start) / DAY / unitDays,
    cents: same.reduce((sum, { cents }) => sum + cents, 0),
  }));
}

/** The value of flows at the moment of the first one, by a rate. */
function presentValue(flows: readonly PlacedFlow[], rate: number): number {
  const growth = Math.log1p(rate);
  return flows.reduce((sum, { after, cents }) => sum + cents * Math.exp(-after * growth), 0);
}

/** Flows that follow each other, as one: when the first and the last are, and the sums of each direction. */
interface Stretch {
  first: number;
  last: number;
  inCents: number;
  outCents: number;
}

/** Enough that few rates need a look at each flow, and so few that a look at all of them costs next to nothing. */
const STRETCH_COUNT = 64;

/** Part of the sum of all amounts: rounding cannot change the sign of a value that is further from zero than this. */
const ROUNDING_TOLERANCE_FRACTION = 1e-9;

function stretchesOf(flows: readonly PlacedFlow[]): Stretch[] {
  const length = (flows.at(-1)?.after ?? 0) / STRETCH_COUNT;
  const stretches = groupBy(flows, ({ after }) => Math.floor(after / length));
  return [...stretches.values()].map((some) => ({
    first: some[0]?.after ?? 0,
    last: some.at(-1)?.after ?? 0,
    inCents: some.reduce((sum, { cents }) => sum + Math.min(0, cents), 0),
    outCents: some.reduce((sum, { cents }) => sum + Math.max(0, cents), 0),
  }));
}

/** The sign of the value at a rate, where it is the same wherever in its stretch each flow is; null where it is not. */
function certainSign(stretches: readonly Stretch[], rate: number): 1 | -1 | null {
  const growth = Math.log1p(rate);
  let [least, most, size] = [0, 0, 0];
  for (const { first, last, inCents, outCents } of stretches) {
    const [one, other] = [Math.exp(-first * growth), Math.exp(-last * growth)];
    const [low, high] = [Math.min(one, other), Math.max(one, other)];
    least += outCents * low + inCents * high;
    most += outCents * high + inCents * low;
    size += (outCents - inCents) * high;
  }
  const margin = size * ROUNDING_TOLERANCE_FRACTION;
  return least > margin ? 1 : most < -margin ? -1 : null;
}

/** Sign of the value of flows by a rate. Of many flows it adds each of them up only near the rates looked for. */
function signBy(flows: readonly PlacedFlow[]): (rate: number) => number {
  const exact = (rate: number) => Math.sign(presentValue(flows, rate));
  if (flows.length <= 4 * STRETCH_COUNT) return exact;
  const stretches = stretchesOf(flows);
  return (rate) => certainSign(stretches, rate) ?? exact(rate);
}

/** Rates to look between, the denser the nearer to nothing. */
function* rateScan(): Generator<number> {
  const [low, high] = [Math.log(1 + LOWEST_RATE), Math.log(1 + HIGHEST_RATE)];
  for (let step = 0; step <= SCAN_STEPS; step += 1) {
    const part = (2 * step) / SCAN_STEPS - 1;
    yield Math.expm1(part < 0 ? low * part * part : high * part * part);
  }
}

/** The root between two rates whose values have different signs. */
function bisected(signAt: (rate: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  const isPositive = signAt(low) > 0;
  for (let round = 0; round < BISECTIONS; round += 1) {
    const middle = Math.expm1((Math.log1p(low) + Math.log1p(high)) / 2);
    if (middle === low || middle === high) break;
    if (signAt(middle) > 0 === isPositive) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/**
 * Every rate at which flows are worth nothing, found between rates whose values have different signs.
 * @param unitDays the time that a rate is for; without it a year of 365 days
 */
export function internalRates(flows: readonly CashFlow[], unitDays = DAYS_A_YEAR): number[] {
  const signAt = signBy(placed(flows, unitDays));
  const found: number[] = [];
  let before: { rate: number; sign: number } | null = null;
  for (const rate of rateScan()) {
    const sign = signAt(rate);
    if (sign === 0) found.push(rate);
    else if (before && before.sign !== 0 && before.sign > 0 !== sign > 0)
      found.push(bisected(signAt, before.rate, rate));
    before = { rate, sign };
  }
  return found;
}

/** A return over a number of days, as one over a year; only what lasted long enough. */
export function annualized({ rate, reason }: ExactRate, days: number): Rate {
  if (rate === null) return noRate(reason);
  if (days < MIN_ANNUALIZED_DAYS)
    return noRate(`Periods of less than ${MIN_ANNUALIZED_DAYS} days are not annualized.`);
  return rateOf((1 + rate) ** (DAYS_A_YEAR / days) - 1);
}

/**
 * The money-weighted return of a period (internal rate of return): the return of each dollar for the time it was
 * invested. `flows` begin with the value at the start, as money that went in, and end with the value at the end.
 */
export function moneyWeightedReturn(flows: readonly CashFlow[], days: number): ExactRate {
  const wentIn = flows.some(({ cents }) => cents < 0);
  const cameOut = flows.some(({ cents }) => cents > 0);
  if (!wentIn) return noExactRate(NOTHING_INVESTED);
  if (!cameOut) return { rate: -1, reason: null };
  if (days <= 0) return noExactRate('Nothing was invested for long enough.');
  // A few percent in a few hours exceed any yearly rate, so the rate of a short period is solved for the period itself.
  const unitDays = Math.min(days, DAYS_A_YEAR);
  const rates = internalRates(flows, unitDays);
  const [rate] = rates;
  if (rate === undefined) return noExactRate('No rate of return fits these payments.');
  if (rates.length > 1) return noExactRate('More than one rate of return fits these payments.');
  return { rate: (1 + rate) ** (days / unitDays) - 1, reason: null };
}

/** Flows of one moment into and out of something that is held. */
export interface ValuedFlow {
  at: Date;
  /** Its value just before, with sold shares at the price that they brought. */
  valueBefore: number;
  /** Paid for more of it, fees included. */
  paidIn: number;
  /** Proceeds of sales, and income paid out. */
  paidOut: number;
}

/**
 * The time-weighted return of a period: the returns between two flows, chained, so that how much was invested when
 * makes no difference.
 */
export function timeWeightedReturn(
  { startValue, endValue }: { startValue: number; endValue: number },
  flows: readonly ValuedFlow[],
): ExactRate {
  let growth = 1;
  let base = startValue;
  let wasInvested = startValue > 0;
  for (const { valueBefore, paidIn, paidOut } of flows) {
    if (base > 0) growth *= valueBefore / base;
    else if (valueBefore > 0)
      return noExactRate(
        'Income came in when nothing was invested, which no time-weighted return can include.',
      );
    base = valueBefore - paidOut + paidIn;
    wasInvested ||= base > 0;
  }
  if (!wasInvested) return noExactRate(NOTHING_INVESTED);
  if (base > 0) growth *= endValue / base;
  return { rate: growth - 1, reason: null };
}
