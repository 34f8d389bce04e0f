import { present } from '#kernel/assert.ts';
import { groupBy } from '#kernel/group-by.ts';
import { allocate, type Cents, partOfTotal, proportion } from '#kernel/money.ts';
import { DAY, startOfDay } from '#kernel/time.ts';
import { WASH_SALE_DAYS } from './wash-sale.contract.ts';

/** Shares that were bought together, sold since or not. */
export interface BoughtLot {
  id: string;
  propertyId: number;
  acquiredAt: Date;
  shares: number;
  /** Cost, fees included. */
  costCents: Cents;
  /** Whether its money has left escrow: only then it can replace shares that were sold. */
  isOutOfEscrow: boolean;
}

/** Part of a sale from one lot. */
export interface SoldLot {
  tradeId: string;
  lotId: string;
  propertyId: number;
  shares: number;
  costCents: Cents;
  proceedsCents: Cents;
  acquiredAt: Date;
  disposedAt: Date;
}

/** A part of a loss that is moved to the cost basis of the shares that replace those sold. */
export interface WashSale {
  tradeId: string;
  lotId: string;
  replacementLotId: string;
  shares: number;
  /** The part of the loss as it was known when this was found. */
  disallowedCents: Cents;
}

/** Return of capital that was paid on shares of a lot: from then on they have cost so much less. */
export interface CapitalReturn {
  distributionId: string;
  propertyId: number;
  /** Null for shares that are no longer in a lot. */
  lotId: string | null;
  /** The shares that it was paid on, held at the record date; some may have been sold before the payment. */
  shares: number;
  cents: Cents;
  paidAt: Date;
}

/** A gain or loss as it is reported: of a sale, or of return of capital beyond the cost basis. */
export interface CapitalGain {
  id: string;
  kind: 'sale' | 'return_of_capital';
  propertyId: number;
  shares: number;
  acquiredAt: Date;
  disposedAt: Date;
  proceedsCents: Cents;
  /** Cost of the shares, with losses that were moved to them, less capital that was returned; never below 0. */
  basisCents: Cents;
  /** The disallowed loss: it does not count yet, because the shares were replaced. */
  disallowedCents: Cents;
  /** Proceeds less basis, with the disallowed loss added back. */
  gainCents: Cents;
  term: 'short' | 'long';
}

const isLastOfMonth = (day: Date) => new Date(day.getTime() + DAY).getUTCDate() === 1;

/**
 * The last day on which a sale is still short-term: held for a year or less. A year from the last day of a month ends
 * with the same month, however long it is then.
 */
function lastShortDay(acquiredAt: Date): Date {
  const day = startOfDay(acquiredAt);
  const [year, month] = [day.getUTCFullYear() + 1, day.getUTCMonth()];
  return isLastOfMonth(day)
    ? new Date(Date.UTC(year, month + 1, 0))
    : new Date(Date.UTC(year, month, day.getUTCDate()));
}

/** Whether a gain is short or long for tax: January 10 to January 10 of the next year is short. Days are in UTC. */
export function termOf(acquiredAt: Date, disposedAt: Date): CapitalGain['term'] {
  return startOfDay(disposedAt) > lastShortDay(acquiredAt) ? 'long' : 'short';
}

const daysApart = (one: Date, two: Date) =>
  Math.abs(startOfDay(one).getTime() - startOfDay(two).getTime()) / DAY;

/** Shares of a lot that replace sold ones: they bring the loss, and how many days those were held. */
interface ReplacementShares {
  shares: number;
  cents: Cents;
  heldBeforeDays: number;
  /** Capital that was returned on them and that no sale has used up. */
  returnedCents: Cents;
}

/** Data of a lot up to a moment. */
interface LotState {
  sold: number;
  replacing: ReplacementShares[];
  /** Capital that was returned on the shares that replace none. */
  returnedCents: Cents;
}

/** A part of a sale whose shares have one history. */
interface Part {
  shares: number;
  basisCents: Cents;
  proceedsCents: Cents;
  heldBeforeDays: number;
}

/** Takes the basis of `shares` of an item for a sale. It does not go below zero; the rest stays with the item. */
function takeFrom(
  item: { shares: number; cents: Cents; returnedCents: Cents },
  shares: number,
  costCents: Cents,
): Cents {
  const movedCents = proportion(item.cents, shares, item.shares);
  const returnedCents = Math.min(proportion(item.returnedCents, shares, item.shares), costCents + movedCents);
  item.cents -= movedCents;
  item.returnedCents -= returnedCents;
  item.shares -= shares;
  return costCents + movedCents - returnedCents;
}

/** Takes sold shares from those that replace others first, then from the rest of the lot. */
function partsOf(state: LotState, sale: SoldLot, lotShares: number): Part[] {
  const parts: Part[] = [];
  let from = 0;
  const take = (item: ReplacementShares, shares: number) => {
    const costCents = partOfTotal(sale.costCents, from, from + shares, sale.shares);
    const proceedsCents = partOfTotal(sale.proceedsCents, from, from + shares, sale.shares);
    from += shares;
    const { heldBeforeDays } = item;
    parts.push({ shares, basisCents: takeFrom(item, shares, costCents), proceedsCents, heldBeforeDays });
  };
  for (const item of state.replacing) {
    const shares = Math.min(item.shares, sale.shares - from);
    if (shares > 0) take(item, shares);
  }
  if (from < sale.shares) {
    const rest = restOf(state, lotShares);
    take(rest, sale.shares - from);
    state.returnedCents = rest.returnedCents;
  }
  state.sold += sale.shares;
  return parts;
}

/** The shares of a lot that are not sold and replace none. */
function restOf({ sold, replacing, returnedCents }: LotState, lotShares: number): ReplacementShares {
  const shares = lotShares - sold - replacing.reduce((sum, item) => sum + item.shares, 0);
  return { shares, cents: 0, heldBeforeDays: 0, returnedCents };
}

const keyOf = ({ tradeId, lotId }: Pick<WashSale, 'tradeId' | 'lotId'>) => `${tradeId}~${lotId}`;

const inOrder = (one: SoldLot, two: SoldLot) =>
  one.disposedAt.getTime() - two.disposedAt.getTime() || (keyOf(one) < keyOf(two) ? -1 : 1);

/** What changes gains or the cost of shares at a moment; a payment comes before the sales. */
type TaxEvent = { at: Date; sales: SoldLot[] } | { at: Date; returned: CapitalReturn };

function eventsOf(sales: readonly SoldLot[], returns: readonly CapitalReturn[]): TaxEvent[] {
  const byMoment = groupBy([...sales].sort(inOrder), ({ disposedAt }) => disposedAt.getTime());
  const events: TaxEvent[] = [
    ...returns.map((returned) => ({ at: returned.paidAt, returned })),
    ...[...byMoment].map(([time, together]) => ({ at: new Date(time), sales: together })),
  ];
  return events.sort((one, two) => one.at.getTime() - two.at.getTime());
}

/**
 * The gains and losses of everything that one person sold, the oldest first, and the wash sales among them that are not
 * recorded yet. Recorded ones stay wash sales of the same shares. Returned capital lowers the cost basis from its payment
 * on; the excess over it is a gain of that day.
 * @param recorded in the order in which they were found
 */
export function gainsOf(
  lots: readonly BoughtLot[],
  sales: readonly SoldLot[],
  recorded: readonly WashSale[],
  returns: readonly CapitalReturn[] = [],
): { gains: CapitalGain[]; found: WashSale[] } {
  const found: WashSale[] = [];
  const matching = matchingOf(lots, recorded);
  const lotOf = new Map(lots.map((lot) => [lot.id, lot]));
  const states = new Map<string, LotState>();
  const stateOf = (lotId: string) => {
    const state = states.get(lotId) ?? { sold: 0, replacing: [], returnedCents: 0 };
    states.set(lotId, state);
    return state;
  };
  const gains: CapitalGain[] = [];
  for (const event of eventsOf(sales, returns)) {
    if ('returned' in event) {
      const { lotId } = event.returned;
      const lot = lotId === null ? undefined : lotOf.get(lotId);
      gains.push(...returnCapital(event.returned, lot, lot && stateOf(lot.id)));
      continue;
    }
    // All of them first: shares that are sold at once replace none of each other.
    const sold = event.sales.map((sale) => {
      const lot = present(lotOf.get(sale.lotId), 'the lot of a sale');
      const state = stateOf(sale.lotId);
      return { sale, lot, state, parts: partsOf(state, sale, lot.shares) };
    });
    for (const { sale, lot, state, parts } of sold) {
      found.push(
        ...replacementsOf(sale, parts, matching, (one) => restOf(stateOf(one.id), one.shares).shares),
      );
      const disallowed = moveLoss(sale, parts, matching, (id) => [stateOf(id), lotOf.get(id)?.shares ?? 0]);
      gains.push(...gainsOfSale(sale, parts, disallowed), ...leftOver(sale, lot, state));
    }
  }
  return { gains, found };
}

/** State of the matching of sales with replacement purchases. Each lot is visited once. */
interface Matching {
  /** The lots of each property that may replace shares, the oldest first. */
  open: Map<number, BoughtLot[]>;
  /** Shares of each lot that are to replace shares of a sale whose loss is not moved yet. */
  reservedShares: Map<string, number>;
  /** By sale. */
  washSales: Map<string, WashSale[]>;
}

function matchingOf(lots: readonly BoughtLot[], recorded: readonly WashSale[]): Matching {
  const released = lots
    .filter(({ isOutOfEscrow }) => isOutOfEscrow)
    .sort((one, two) => one.acquiredAt.getTime() - two.acquiredAt.getTime() || (one.id < two.id ? -1 : 1));
  const matching: Matching = {
    open: groupBy(released, ({ propertyId }) => propertyId),
    reservedShares: new Map(),
    washSales: groupBy(recorded, keyOf),
  };
  for (const { replacementLotId, shares } of recorded) addReserved(matching, replacementLotId, shares);
  return matching;
}

function addReserved({ reservedShares }: Matching, lotId: string, shares: number): void {
  reservedShares.set(lotId, (reservedShares.get(lotId) ?? 0) + shares);
}

const lossOf = ({ basisCents, proceedsCents }: Part): Cents => Math.max(0, basisCents - proceedsCents);

/** Shares of one part of a sale, with what was lost on them. */
interface LossPiece {
  part: Part;
  shares: number;
  cents: Cents;
}

/** Of those shares of a sale that were sold at a loss, number `from` to `to`, by part. */
function lossPieces(parts: readonly Part[], from: number, to: number): LossPiece[] {
  let end = 0;
  return parts.flatMap((part) => {
    const cents = lossOf(part);
    if (cents === 0) return [];
    const begin = end;
    end += part.shares;
    const [first, last] = [Math.max(from, begin) - begin, Math.min(to, end) - begin];
    if (first >= last) return [];
    return [{ part, shares: last - first, cents: partOfTotal(cents, first, last, part.shares) }];
  });
}

/**
 * Moves the loss of a sale to the basis of the shares that replaced those sold, 26 U.S.C. 1091(d), with the days for
 * which those were held, 1223(3), including days from shares that they had replaced themselves. How much is moved follows
 * from the shares, since the loss changes with a later classification of an earlier return of capital.
 * @returns the disallowed loss of each part
 */
function moveLoss(
  sale: SoldLot,
  parts: readonly Part[],
  matching: Matching,
  lotOf: (lotId: string) => [state: LotState, shares: number],
): Map<Part, Cents> {
  const heldDays = daysApart(sale.acquiredAt, sale.disposedAt);
  const disallowed = new Map<Part, Cents>();
  let matched = 0;
  for (const { replacementLotId, shares: replacing } of matching.washSales.get(keyOf(sale)) ?? []) {
    const [state, lotShares] = lotOf(replacementLotId);
    for (const { part, shares, cents } of lossPieces(parts, matched, matched + replacing)) {
      const rest = restOf(state, lotShares);
      // Capital that was returned on these shares before goes with them.
      const returnedCents =
        rest.shares > 0 ? proportion(rest.returnedCents, Math.min(shares, rest.shares), rest.shares) : 0;
      state.returnedCents -= returnedCents;
      state.replacing.push({ shares, cents, heldBeforeDays: heldDays + part.heldBeforeDays, returnedCents });
      addReserved(matching, replacementLotId, -shares);
      disallowed.set(part, (disallowed.get(part) ?? 0) + cents);
    }
    matched += replacing;
  }
  return disallowed;
}

const heldFrom = (acquiredAt: Date, heldBeforeDays: number) =>
  new Date(acquiredAt.getTime() - heldBeforeDays * DAY);

/**
 * Lowers the cost of the shares of a lot, by the same for each of them, and returns the excess as gains. Capital that
 * was paid on shares sold between the record date and the payment is a gain as a whole: they no longer have a cost.
 */
function returnCapital(returned: CapitalReturn, lot?: BoughtLot, state?: LotState): CapitalGain[] {
  const gains: CapitalGain[] = [];
  const gain = (shares: number, cents: Cents, heldSince: Date) => {
    if (cents > 0) gains.push(gainOfReturn(returned, gains.length, { shares, cents, heldSince }));
  };
  if (!lot || !state) {
    gain(returned.shares, returned.cents, returned.paidAt);
    return gains;
  }
  const held = Math.min(returned.shares, lot.shares - state.sold);
  const goneCents = partOfTotal(returned.cents, 0, returned.shares - held, returned.shares);
  gain(returned.shares - held, goneCents, lot.acquiredAt);
  const rest = restOf(state, lot.shares);
  const items = [...state.replacing, rest].filter(({ shares }) => shares > 0);
  const amounts =
    held > 0
      ? allocate(
          returned.cents - goneCents,
          items.map(({ shares }) => shares),
        )
      : [];
  let from = state.sold;
  for (const [index, item] of items.entries()) {
    const costCents = partOfTotal(lot.costCents, from, from + item.shares, lot.shares);
    const basisCents = costCents + item.cents - item.returnedCents;
    from += item.shares;
    const cents = amounts[index] ?? 0;
    const lowered = Math.max(0, Math.min(cents, basisCents));
    item.returnedCents += lowered;
    gain(item.shares, cents - lowered, heldFrom(lot.acquiredAt, item.heldBeforeDays));
  }
  state.returnedCents = rest.returnedCents;
  return gains;
}

function gainOfReturn(
  { distributionId, propertyId, lotId, paidAt }: CapitalReturn,
  index: number,
  { shares, cents, heldSince }: { shares: number; cents: Cents; heldSince: Date },
): CapitalGain {
  return {
    id: `${distributionId}~${lotId ?? 'none'}~${index}`,
    kind: 'return_of_capital',
    propertyId,
    shares,
    acquiredAt: heldSince,
    disposedAt: paidAt,
    proceedsCents: cents,
    basisCents: 0,
    disallowedCents: 0,
    gainCents: cents,
    term: termOf(heldSince, paidAt),
  };
}

/**
 * Cents of returned capital that rounding has left when the last share of a lot is sold: a gain, so that none is lost.
 */
function leftOver(sale: SoldLot, lot: BoughtLot, state: LotState): CapitalGain[] {
  const cents = state.replacing.reduce((sum, item) => sum + item.returnedCents, state.returnedCents);
  if (state.sold < lot.shares || cents === 0) return [];
  state.returnedCents = 0;
  for (const item of state.replacing) item.returnedCents = 0;
  const { propertyId, lotId, disposedAt, shares } = sale;
  const returned = { distributionId: sale.tradeId, propertyId, lotId, shares, cents, paidAt: disposedAt };
  return [gainOfReturn(returned, 0, { shares, cents, heldSince: lot.acquiredAt })];
}

/**
 * The purchases that replace the shares of a sale with a loss, the oldest first (26 CFR 1.1091-1(c)), as far as they are
 * not counted yet.
 * @param restOfLot the shares of a lot that are not sold and replace none
 */
function replacementsOf(
  sale: SoldLot,
  parts: readonly Part[],
  matching: Matching,
  restOfLot: (lot: BoughtLot) => number,
): WashSale[] {
  const lossShares = parts.reduce((sum, part) => sum + (lossOf(part) > 0 ? part.shares : 0), 0);
  const { tradeId, lotId, propertyId, disposedAt } = sale;
  const own = matching.washSales.get(keyOf(sale)) ?? [];
  const replaced = new Set(own.map(({ replacementLotId }) => replacementLotId));
  const open = matching.open.get(propertyId) ?? [];
  const found: WashSale[] = [];
  let matched = own.reduce((sum, { shares }) => sum + shares, 0);
  for (let at = 0; at < open.length && matched < lossShares; ) {
    const lot = open[at] as BoughtLot;
    const { id, acquiredAt } = lot;
    const left = restOfLot(lot) - (matching.reservedShares.get(id) ?? 0);
    const isFar = daysApart(acquiredAt, disposedAt) > WASH_SALE_DAYS;
    if (isFar && acquiredAt > disposedAt) break;
    if (isFar || left <= 0) {
      open.splice(at, 1);
      continue;
    }
    at += 1;
    if (id === lotId || replaced.has(id)) continue;
    const shares = Math.min(lossShares - matched, left);
    const pieces = lossPieces(parts, matched, matched + shares);
    const disallowedCents = pieces.reduce((sum, { cents }) => sum + cents, 0);
    if (disallowedCents === 0) continue;
    matched += shares;
    addReserved(matching, id, shares);
    found.push({ tradeId, lotId, replacementLotId: id, shares, disallowedCents });
  }
  if (found.length > 0) matching.washSales.set(keyOf(sale), [...own, ...found]);
  return found;
}

function gainsOfSale(
  sale: SoldLot,
  parts: readonly Part[],
  disallowed: ReadonlyMap<Part, Cents>,
): CapitalGain[] {
  return parts.map((part, index) => {
    const { shares, basisCents, proceedsCents, heldBeforeDays } = part;
    const acquiredAt = heldFrom(sale.acquiredAt, heldBeforeDays);
    const disallowedCents = disallowed.get(part) ?? 0;
    return {
      id: index === 0 ? keyOf(sale) : `${keyOf(sale)}~${index}`,
      kind: 'sale',
      propertyId: sale.propertyId,
      shares,
      acquiredAt,
      disposedAt: sale.disposedAt,
      proceedsCents,
      basisCents,
      disallowedCents,
      gainCents: proceedsCents - basisCents + disallowedCents,
      term: termOf(acquiredAt, sale.disposedAt),
    };
  });
}
