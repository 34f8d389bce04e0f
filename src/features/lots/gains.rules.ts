import { present } from '#kernel/assert.ts';
import { allocate, type Cents, proportion } from '#kernel/money.ts';
import { DAY, startOfDay } from '#kernel/time.ts';

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
  disallowedCents: Cents;
}

/** Return of capital that was paid on shares of a lot: from then on they have cost so much less. */
export interface CapitalReturn {
  distributionId: string;
  propertyId: number;
  /** Null for shares that are in no lot any more. */
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

/** Days before and after a sale with a loss in which a purchase replaces the shares. */
export const WASH_SALE_DAYS = 30;

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

/** Shares of a lot that replace sold ones: they bring the loss, and how long those were held. */
interface Replacing {
  shares: number;
  cents: Cents;
  heldBeforeMs: number;
  /** Capital that was returned on them and that no sale has used up. */
  returnedCents: Cents;
}

/** Data of a lot up to a moment. */
interface LotState {
  sold: number;
  replacing: Replacing[];
  /** Capital that was returned on the shares that replace none. */
  returnedCents: Cents;
}

/** A part of a sale whose shares have one history. */
interface Part {
  shares: number;
  basisCents: Cents;
  heldBeforeMs: number;
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
  const take = (item: Replacing, shares: number) => {
    const costCents = slice(sale.costCents, from, from + shares, sale.shares);
    from += shares;
    parts.push({ shares, basisCents: takeFrom(item, shares, costCents), heldBeforeMs: item.heldBeforeMs });
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
function restOf({ sold, replacing, returnedCents }: LotState, lotShares: number): Replacing {
  const shares = lotShares - sold - replacing.reduce((sum, item) => sum + item.shares, 0);
  return { shares, cents: 0, heldBeforeMs: 0, returnedCents };
}

/** The running total of an amount up to `to` of `whole` shares, less that up to `from`: parts add up to the cent. */
const slice = (amount: Cents, from: number, to: number, whole: number): Cents =>
  proportion(amount, to, whole) - proportion(amount, from, whole);

const keyOf = ({ tradeId, lotId }: Pick<WashSale, 'tradeId' | 'lotId'>) => `${tradeId}~${lotId}`;

const inOrder = (one: SoldLot, two: SoldLot) =>
  one.disposedAt.getTime() - two.disposedAt.getTime() || (keyOf(one) < keyOf(two) ? -1 : 1);

/** An event that changes gains or the cost of shares, in the order of time; a payment comes before a sale. */
type TaxEvent = { at: Date; sale: SoldLot } | { at: Date; returned: CapitalReturn };

function eventsOf(sales: readonly SoldLot[], returns: readonly CapitalReturn[]): TaxEvent[] {
  const events: TaxEvent[] = [
    ...returns.map((returned) => ({ at: returned.paidAt, returned })),
    ...[...sales].sort(inOrder).map((sale) => ({ at: sale.disposedAt, sale })),
  ];
  return events.sort((one, two) => one.at.getTime() - two.at.getTime());
}

/**
 * The gains and losses of everything that one person sold, the oldest first, and the wash sales among them that are not
 * recorded yet. Recorded ones stay as they are. Returned capital lowers the cost basis from its payment on; the excess
 * over it is a gain of that day.
 */
export function gainsOf(
  lots: readonly BoughtLot[],
  sales: readonly SoldLot[],
  recorded: readonly WashSale[],
  returns: readonly CapitalReturn[] = [],
): { gains: CapitalGain[]; found: WashSale[] } {
  const washSales = [...recorded];
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
    const { sale } = event;
    const lot = present(lotOf.get(sale.lotId), 'the lot of a sale');
    const state = stateOf(sale.lotId);
    const parts = partsOf(state, sale, lot.shares);
    const lossCents = parts.reduce((sum, part) => sum + part.basisCents, 0) - sale.proceedsCents;
    if (lossCents > 0) washSales.push(...replacementsOf(sale, lossCents, { lots, sales, washSales }));
    const own = washSales.filter((one) => keyOf(one) === keyOf(sale));
    const disallowedCents = moveLoss(sale, lossCents, own, (id) => [stateOf(id), lotOf.get(id)?.shares ?? 0]);
    gains.push(...gainsOfSale(sale, parts, disallowedCents), ...leftOver(sale, lot, state));
  }
  return { gains, found: washSales.slice(recorded.length) };
}

/**
 * Moves the loss of a sale to the lots that replaced its shares, but not more than the loss: that of a recorded wash
 * sale becomes smaller when an earlier return of capital is classified later.
 */
function moveLoss(
  sale: SoldLot,
  lossCents: Cents,
  own: readonly WashSale[],
  lotOf: (lotId: string) => [state: LotState, shares: number],
): Cents {
  let left = Math.max(0, lossCents);
  for (const { replacementLotId, shares, disallowedCents } of own) {
    const cents = Math.min(disallowedCents, left);
    if (cents === 0) continue;
    left -= cents;
    const heldBeforeMs = sale.disposedAt.getTime() - sale.acquiredAt.getTime();
    const [state, lotShares] = lotOf(replacementLotId);
    const rest = restOf(state, lotShares);
    // Capital that was returned on these shares before goes with them.
    const returnedCents =
      rest.shares > 0 ? proportion(rest.returnedCents, Math.min(shares, rest.shares), rest.shares) : 0;
    state.returnedCents -= returnedCents;
    state.replacing.push({ shares, cents, heldBeforeMs, returnedCents });
  }
  return Math.max(0, lossCents) - left;
}

const heldFrom = (acquiredAt: Date, heldBeforeMs: number) => new Date(acquiredAt.getTime() - heldBeforeMs);

/**
 * Lowers the cost of the shares of a lot, by the same for each of them, and returns the excess as gains. Capital that
 * was paid on shares sold between the record date and the payment is a gain as a whole: they have no cost any more.
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
  const goneCents = slice(returned.cents, 0, returned.shares - held, returned.shares);
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
    const costCents = slice(lot.costCents, from, from + item.shares, lot.shares);
    const basisCents = costCents + item.cents - item.returnedCents;
    from += item.shares;
    const cents = amounts[index] ?? 0;
    const lowered = Math.max(0, Math.min(cents, basisCents));
    item.returnedCents += lowered;
    gain(item.shares, cents - lowered, heldFrom(lot.acquiredAt, item.heldBeforeMs));
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
 * The purchases that replace the shares of a sale with a loss, the oldest first, as far as they are not counted yet.
 */
function replacementsOf(
  sale: SoldLot,
  lossCents: Cents,
  {
    lots,
    sales,
    washSales,
  }: { lots: readonly BoughtLot[]; sales: readonly SoldLot[]; washSales: readonly WashSale[] },
): WashSale[] {
  const found: WashSale[] = [];
  const own = washSales.filter((one) => keyOf(one) === keyOf(sale));
  let matched = own.reduce((sum, { shares }) => sum + shares, 0);
  const candidates = lots
    .filter(
      (lot) =>
        lot.isOutOfEscrow &&
        lot.propertyId === sale.propertyId &&
        lot.id !== sale.lotId &&
        daysApart(lot.acquiredAt, sale.disposedAt) <= WASH_SALE_DAYS &&
        !own.some(({ replacementLotId }) => replacementLotId === lot.id),
    )
    .sort((one, two) => one.acquiredAt.getTime() - two.acquiredAt.getTime() || (one.id < two.id ? -1 : 1));
  for (const { id, shares: bought } of candidates) {
    const sold = sales
      .filter(({ lotId, disposedAt }) => lotId === id && disposedAt <= sale.disposedAt)
      .reduce((sum, { shares }) => sum + shares, 0);
    const used = [...washSales, ...found]
      .filter(({ replacementLotId }) => replacementLotId === id)
      .reduce((sum, { shares }) => sum + shares, 0);
    const shares = Math.min(sale.shares - matched, bought - sold - used);
    if (shares <= 0) continue;
    const disallowedCents = slice(lossCents, matched, matched + shares, sale.shares);
    matched += shares;
    if (disallowedCents > 0)
      found.push({
        tradeId: sale.tradeId,
        lotId: sale.lotId,
        replacementLotId: id,
        shares,
        disallowedCents,
      });
  }
  return found;
}

function gainsOfSale(sale: SoldLot, parts: readonly Part[], disallowedCents: Cents): CapitalGain[] {
  let from = 0;
  const rows = parts.map(({ shares, basisCents, heldBeforeMs }, index) => {
    const to = from + shares;
    const proceedsCents = slice(sale.proceedsCents, from, to, sale.shares);
    from = to;
    const acquiredAt = heldFrom(sale.acquiredAt, heldBeforeMs);
    return {
      id: index === 0 ? keyOf(sale) : `${keyOf(sale)}~${index}`,
      kind: 'sale' as const,
      propertyId: sale.propertyId,
      shares,
      acquiredAt,
      disposedAt: sale.disposedAt,
      proceedsCents,
      basisCents,
      term: termOf(acquiredAt, sale.disposedAt),
    };
  });
  const losses = rows.map(({ basisCents, proceedsCents }) => Math.max(0, basisCents - proceedsCents));
  const whole = losses.reduce((sum, loss) => sum + loss, 0);
  let upTo = 0;
  return rows.map((row, index) => {
    const before = upTo;
    upTo += losses[index] ?? 0;
    const ownDisallowed = whole === 0 ? 0 : slice(Math.min(disallowedCents, whole), before, upTo, whole);
    const gainCents = row.proceedsCents - row.basisCents + ownDisallowed;
    return { ...row, disallowedCents: ownDisallowed, gainCents };
  });
}
