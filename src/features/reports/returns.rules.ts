import type { BasisPoints } from '#kernel/money.ts';
import { DAY } from '#kernel/time.ts';

/** Money that went in (negative) or came out (positive) at a moment, from the investor's side. */
export interface CashFlow {
  at: Date;
  cents: number;
}

/** A rate, or why there is none. */
export type Rate = { bps: BasisPoints; reason: null } | { bps: null; reason: string };

/** Periods that are shorter than this are not extrapolated to a year. */
export const MIN_ANNUALIZED_DAYS = 30;
const DAYS_A_YEAR = 365;

const LOWEST_RATE = -0.999_999;
const HIGHEST_RATE = 1_000_000;
const SCAN_STEPS = 400;
const BISECTIONS = 200;

const noRate = (reason: string): Rate => ({ bps: null, reason });
const rateOf = (rate: number): Rate => {
  const bps = Math.round(rate * 10_000);
  return Number.isSafeInteger(bps)
    ? { bps: bps === 0 ? 0 : bps, reason: null }
    : noRate('The return is too large to be shown.');
};

const daysBetween = (from: Date, to: Date) => (to.getTime() - from.getTime()) / DAY;

/** The value of flows at the moment of the first one, by a yearly rate: 365 days are a year. */
function presentValue(flows: readonly CashFlow[], rate: number): number {
  const start = flows[0]?.at ?? new Date(0);
  return flows.reduce(
    (sum, { at, cents }) => sum + cents * (1 + rate) ** (-daysBetween(start, at) / DAYS_A_YEAR),
    0,
  );
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
function bisected(flows: readonly CashFlow[], from: number, to: number): number {
  let [low, high] = [from, to];
  const isPositive = presentValue(flows, low) > 0;
  for (let round = 0; round < BISECTIONS; round += 1) {
    const middle = Math.expm1((Math.log1p(low) + Math.log1p(high)) / 2);
    if (middle === low || middle === high) break;
    if (presentValue(flows, middle) > 0 === isPositive) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Every yearly rate at which flows are worth nothing, found between rates whose values have different signs. */
export function internalRates(flows: readonly CashFlow[]): number[] {
  const sorted = [...flows].sort((one, two) => one.at.getTime() - two.at.getTime());
  const found: number[] = [];
  let before: { rate: number; value: number } | null = null;
  for (const rate of rateScan()) {
    const value = presentValue(sorted, rate);
    if (value === 0) found.push(rate);
    else if (before && before.value !== 0 && before.value > 0 !== value > 0)
      found.push(bisected(sorted, before.rate, rate));
    before = { rate, value };
  }
  return found;
}

/** A return over a number of days, as one over a year; only what lasted long enough. */
export function annualized(bps: BasisPoints, days: number): Rate {
  if (days < MIN_ANNUALIZED_DAYS)
    return noRate(`Periods of less than ${MIN_ANNUALIZED_DAYS} days are not annualized.`);
  return rateOf((1 + bps / 10_000) ** (DAYS_A_YEAR / days) - 1);
}

/**
 * The money-weighted return of a period (internal rate of return): what every dollar earned for as long as it was
 * invested. `flows` begin with the value at the start, as money that went in, and end with the value at the end.
 */
export function moneyWeightedReturn(flows: readonly CashFlow[], days: number): Rate {
  const wentIn = flows.some(({ cents }) => cents < 0);
  const cameOut = flows.some(({ cents }) => cents > 0);
  if (!wentIn) return noRate('Nothing was invested in this period.');
  if (!cameOut) return { bps: -10_000, reason: null };
  if (days <= 0) return noRate('The period is not a day long.');
  const rates = internalRates(flows);
  const [rate] = rates;
  if (rate === undefined) return noRate('No rate of return fits these payments.');
  if (rates.length > 1) return noRate('More than one rate of return fits these payments.');
  return rateOf((1 + rate) ** (days / DAYS_A_YEAR) - 1);
}

/** What happened at a moment to something that is held. */
export interface Valued {
  at: Date;
  /** Its value just before, with what was sold at the price that it brought. */
  valueBefore: number;
  /** Paid for more of it, fees included. */
  paidIn: number;
  /** Brought by what was sold, and paid out as income. */
  paidOut: number;
}

/**
 * The time-weighted return of a period: the returns between two flows, chained, so that how much was invested when
 * makes no difference.
 */
export function timeWeightedReturn(
  { startValue, endValue }: { startValue: number; endValue: number },
  flows: readonly Valued[],
): Rate {
  let growth = 1;
  let base = startValue;
  let wasInvested = startValue > 0;
  for (const { valueBefore, paidIn, paidOut } of flows) {
    if (base > 0) growth *= valueBefore / base;
    else if (valueBefore > 0)
      return noRate('Income came in when nothing was invested, which no time-weighted return can include.');
    base = valueBefore - paidOut + paidIn;
    wasInvested ||= base > 0;
  }
  if (!wasInvested) return noRate('Nothing was invested in this period.');
  if (base > 0) growth *= endValue / base;
  return rateOf(growth - 1);
}
