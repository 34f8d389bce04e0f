import { type Cents, proportion } from '#kernel/money.ts';
import { DAY, startOfDay } from '#kernel/time.ts';

/** Shares that were bought together, sold since or not. */
export interface BoughtLot {
  id: string;
  propertyId: number;
  acquiredAt: Date;
  shares: number;
  /** Whether its money has left escrow: only then it can replace shares that were sold. */
  isSettled: boolean;
}

/** What a sale took from one lot. */
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

/** A gain or loss as it is reported. */
export interface CapitalGain {
  id: string;
  propertyId: number;
  shares: number;
  acquiredAt: Date;
  disposedAt: Date;
  proceedsCents: Cents;
  /** What the shares cost, with losses that were moved to them. */
  basisCents: Cents;
  /** Of the loss, what counts for nothing yet, because the shares were replaced. */
  disallowedCents: Cents;
  /** Proceeds less basis, with what is disallowed added back. */
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
}

/** A part of a sale whose shares have one history. */
interface Part {
  shares: number;
  movedCents: Cents;
  heldBeforeMs: number;
}

/** Takes sold shares from those that replace others first, then from the rest of the lot. */
function partsOf(replacing: Replacing[], sold: number): Part[] {
  const parts: Part[] = [];
  let left = sold;
  for (const item of replacing) {
    const shares = Math.min(item.shares, left);
    if (shares === 0) continue;
    const movedCents = proportion(item.cents, shares, item.shares);
    item.cents -= movedCents;
    item.shares -= shares;
    left -= shares;
    parts.push({ shares, movedCents, heldBeforeMs: item.heldBeforeMs });
  }
  return left > 0 ? [...parts, { shares: left, movedCents: 0, heldBeforeMs: 0 }] : parts;
}

/** The running total of an amount up to `to` of `whole` shares, less that up to `from`: parts add up to the cent. */
const slice = (amount: Cents, from: number, to: number, whole: number): Cents =>
  proportion(amount, to, whole) - proportion(amount, from, whole);

const keyOf = ({ tradeId, lotId }: Pick<WashSale, 'tradeId' | 'lotId'>) => `${tradeId}~${lotId}`;

const inOrder = (one: SoldLot, two: SoldLot) =>
  one.disposedAt.getTime() - two.disposedAt.getTime() || (keyOf(one) < keyOf(two) ? -1 : 1);

/**
 * The gains and losses of everything that one person sold, the oldest first, and the wash sales among them that are not
 * recorded yet. What is recorded stays as it is.
 */
export function gainsOf(
  lots: readonly BoughtLot[],
  sales: readonly SoldLot[],
  recorded: readonly WashSale[],
): { gains: CapitalGain[]; found: WashSale[] } {
  const washSales = [...recorded];
  const replacing = new Map<string, Replacing[]>();
  const gains: CapitalGain[] = [];
  for (const sale of [...sales].sort(inOrder)) {
    const parts = partsOf(replacing.get(sale.lotId) ?? [], sale.shares);
    const movedCents = parts.reduce((sum, part) => sum + part.movedCents, 0);
    const lossCents = sale.costCents + movedCents - sale.proceedsCents;
    if (lossCents > 0) washSales.push(...replacementsOf(sale, lossCents, { lots, sales, washSales }));
    const own = washSales.filter((one) => keyOf(one) === keyOf(sale));
    for (const { replacementLotId, shares, disallowedCents } of own) {
      const heldBeforeMs = sale.disposedAt.getTime() - sale.acquiredAt.getTime();
      const list = replacing.get(replacementLotId) ?? [];
      replacing.set(replacementLotId, [...list, { shares, cents: disallowedCents, heldBeforeMs }]);
    }
    const disallowedCents = own.reduce((sum, one) => sum + one.disallowedCents, 0);
    gains.push(...gainsOfSale(sale, parts, disallowedCents));
  }
  return { gains, found: washSales.slice(recorded.length) };
}

/** The purchases that replace the shares of a sale with a loss, the oldest first, as far as they are not counted yet. */
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
        lot.isSettled &&
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
  const rows = parts.map(({ shares, movedCents, heldBeforeMs }, index) => {
    const to = from + shares;
    const basisCents = slice(sale.costCents, from, to, sale.shares) + movedCents;
    const proceedsCents = slice(sale.proceedsCents, from, to, sale.shares);
    from = to;
    const acquiredAt = new Date(sale.acquiredAt.getTime() - heldBeforeMs);
    return {
      id: index === 0 ? keyOf(sale) : `${keyOf(sale)}~${index}`,
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
