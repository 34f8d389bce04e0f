import { allocate, type Cents, formatUsdExact } from '#kernel/money.ts';
import { after, DAY } from '#kernel/time.ts';

/** The boxes of Form 1099-DIV that a distribution can count in. */
export interface Boxes {
  ordinaryCents: Cents;
  qualifiedCents: Cents;
  capitalGainCents: Cents;
  returnOfCapitalCents: Cents;
  section199aCents: Cents;
}

/** The boxes in the order of the form, with the form's own names. */
export const DIVIDEND_BOXES: readonly { key: keyof Boxes; box: string; name: string }[] = [
  { key: 'ordinaryCents', box: '1a', name: 'Total ordinary dividends' },
  { key: 'qualifiedCents', box: '1b', name: 'Qualified dividends' },
  { key: 'capitalGainCents', box: '2a', name: 'Total capital gain distributions' },
  { key: 'returnOfCapitalCents', box: '3', name: 'Nondividend distributions' },
  { key: 'section199aCents', box: '5', name: 'Section 199A dividends' },
];

export const noBoxes: Boxes = {
  ordinaryCents: 0,
  qualifiedCents: 0,
  capitalGainCents: 0,
  returnOfCapitalCents: 0,
  section199aCents: 0,
};

/** Boxes 1a, 2a and 3: every cent of cash is in one of them. */
export const cashOf = ({ ordinaryCents, capitalGainCents, returnOfCapitalCents }: Boxes): Cents =>
  ordinaryCents + capitalGainCents + returnOfCapitalCents;

/** Reason why these boxes do not fit the distributions, with the change to make; null when they fit. */
export function problemOfBoxes(boxes: Boxes, distributedCents: Cents): string | null {
  const sum = cashOf(boxes);
  if (sum !== distributedCents) {
    const [amount, way] =
      sum > distributedCents ? [sum - distributedCents, 'more'] : [distributedCents - sum, 'less'];
    return `Boxes 1a, 2a and 3 add up to ${formatUsdExact(sum)}, which is ${formatUsdExact(amount)} ${way} than the ${formatUsdExact(distributedCents)} that was distributed.`;
  }
  const parts = boxes.qualifiedCents + boxes.section199aCents;
  return parts > boxes.ordinaryCents
    ? `Boxes 1b and 5 are parts of box 1a: together they are ${formatUsdExact(parts)}, and box 1a is ${formatUsdExact(boxes.ordinaryCents)}.`
    : null;
}

const split = (total: Cents, weights: readonly number[]): Cents[] =>
  total === 0 ? weights.map(() => 0) : allocate(total, weights);

/**
 * Each holder's boxes, by the cash that each was paid. One box after the other is split by the largest remainder, over
 * the cash of each holder that no earlier box has taken. So the boxes of all holders add up to those of the property,
 * and the boxes of each holder to their cash, to the cent.
 * @param cash what each holder was paid, in the order of user ids; adds up to boxes 1a, 2a and 3
 */
export function allocateBoxes(boxes: Boxes, cash: readonly Cents[]): Boxes[] {
  const returned = split(boxes.returnOfCapitalCents, cash);
  const left = cash.map((cents, index) => cents - (returned[index] ?? 0));
  const gains = split(boxes.capitalGainCents, left);
  const ordinary = left.map((cents, index) => cents - (gains[index] ?? 0));
  const qualified = split(boxes.qualifiedCents, ordinary);
  const section199a = split(
    boxes.section199aCents,
    ordinary.map((cents, index) => cents - (qualified[index] ?? 0)),
  );
  return cash.map((_, index) => ({
    ordinaryCents: ordinary[index] ?? 0,
    qualifiedCents: qualified[index] ?? 0,
    capitalGainCents: gains[index] ?? 0,
    returnOfCapitalCents: returned[index] ?? 0,
    section199aCents: section199a[index] ?? 0,
  }));
}

/** A payment to one holder, and the shares that it was paid on, by lot; null for shares that are no longer in a lot. */
export interface PaymentByLot {
  distributionId: string;
  paidAt: Date;
  cents: Cents;
  lots: readonly { lotId: string | null; shares: number }[];
}

export interface LotReturn {
  distributionId: string;
  paidAt: Date;
  lotId: string | null;
  shares: number;
  cents: Cents;
}

/** A holder's return of capital of a year by payment and lot, each split by the largest remainder. */
export function returnsByLot(returnOfCapitalCents: Cents, payments: readonly PaymentByLot[]): LotReturn[] {
  const parts = split(
    returnOfCapitalCents,
    payments.map(({ cents }) => cents),
  );
  return payments.flatMap(({ distributionId, paidAt, lots }, index) => {
    const amounts = split(
      parts[index] ?? 0,
      lots.map(({ shares }) => shares),
    );
    return lots
      .map(({ lotId, shares }, at) => ({ distributionId, paidAt, lotId, shares, cents: amounts[at] ?? 0 }))
      .filter(({ cents }) => cents > 0);
  });
}

/** Time after the end of a year before it can be classified, so that payments of its last moments are booked. */
export const CLASSIFIABLE_AFTER_MS = DAY;

/** The first moment of a year, and the first one after it. */
export const yearBounds = (year: number): { from: Date; to: Date } => ({
  from: new Date(Date.UTC(year, 0, 1)),
  to: new Date(Date.UTC(year + 1, 0, 1)),
});

/** The first moment at which a year can be classified. */
export const classifiableFrom = (year: number): Date => after(yearBounds(year).to, CLASSIFIABLE_AFTER_MS);

/** Time to download the figures of a form after their release. */
export const EXPORT_HOURS = 48;
