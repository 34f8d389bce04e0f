import { closesAt } from '#features/offerings/offerings.rules.ts';
import { assert, present } from '#kernel/assert.ts';
import { PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { type Cents, feeOf, multiply, parseUsd } from '#kernel/money.ts';
import { monthOf, monthStart } from '#kernel/months.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { sampleProperties } from './cast.ts';
import type { Participant, Step } from './steps.ts';

export type Purchase = Extract<Step, { do: 'invest' }>;
type Review = Extract<Step, { do: 'review' }>;

/** Of the limit on investing, what first purchases may use: distributions that are reinvested count as well. */
const MAX_MONTHLY_FIRST_CENTS: Cents = 900_000;
/** Enough for several purchases. */
const DEPOSIT_CENTS: Cents = 5_000_000;

/** Buyers of the failed offering, with their shares. */
const FAILED_OFFERING_BUYERS: readonly [who: Participant, shares: number][] = [
  ['investor', 12],
  [{ investor: 4 }, 30],
  [{ investor: 17 }, 25],
  [{ investor: 26 }, 8],
];

export const priceOf = (property: number): Cents =>
  parseUsd(sampleProperties[property]?.submission.pricePerShare ?? '') ?? 0;

export const minimumOf = (property: number): number =>
  sampleProperties[property]?.submission.minimumShares ?? 0;

/** A person and the month of a moment, as a key. */
export const inMonth = (who: Participant, at: Date): string => `${JSON.stringify(who)} ${monthOf(at)}`;

/** Gives the next investor who stays within the monthly limit with a purchase; undefined when there is none. */
function buyersInTurn(
  investors: readonly Participant[],
): (at: Date, cents: Cents) => Participant | undefined {
  const spent = new Map<string, Cents>();
  let turn = 0;
  return (at, cents) => {
    const order = [...investors.slice(turn), ...investors.slice(0, turn)];
    const who = order.find((one) => (spent.get(inMonth(one, at)) ?? 0) + cents <= MAX_MONTHLY_FIRST_CENTS);
    if (who === undefined) return undefined;
    turn = (investors.indexOf(who) + 1) % investors.length;
    spent.set(inMonth(who, at), (spent.get(inMonth(who, at)) ?? 0) + cents);
    return who;
  };
}

/**
 * Sells a number of shares of each new offering in its first days, to investors in turn, each within the limit of
 * every month.
 * @param sharesOf how many shares of a property to sell
 * @param amountOf what the next purchase is about worth
 */
export function firstPurchases(
  reviews: readonly Review[],
  {
    investors,
    days,
    sharesOf,
    amountOf,
  }: {
    investors: readonly Participant[];
    days: number;
    sharesOf: (property: number) => number;
    amountOf: () => Cents;
  },
): Purchase[] {
  const buyerAt = buyersInTurn(investors);
  return reviews.flatMap(({ property, at: reviewedAt }) => {
    const wanted = sharesOf(property);
    const purchases: Purchase[] = [];
    let earliest = reviewedAt.getTime() + 2 * DAY;
    for (let sold = 0; sold < wanted; ) {
      const shares = Math.min(Math.round(amountOf() / priceOf(property)), wanted - sold);
      const planned = reviewedAt.getTime() + 2 * DAY + Math.floor((days * DAY * sold) / wanted);
      const at = new Date(Math.max(earliest, planned));
      const who = buyerAt(at, multiply(priceOf(property), shares));
      earliest = who ? at.getTime() + 3 * HOUR : monthStart(monthOf(at), 1).getTime();
      if (!who) continue;
      purchases.push({ at, do: 'invest', who, property, shares });
      sold += shares;
    }
    return purchases;
  });
}

/** Purchases in order, each after a deposit where its buyer needs one. */
export function withDeposits(purchases: readonly Purchase[]): Step[] {
  const cash = new Map<string, Cents>();
  const inOrder = purchases.toSorted((one, other) => one.at.getTime() - other.at.getTime());
  return inOrder.flatMap((purchase): Step[] => {
    const { at, who, property, shares } = purchase;
    const buyer = JSON.stringify(who);
    const amountCents = multiply(priceOf(property), shares);
    const left = (cash.get(buyer) ?? 0) - amountCents - feeOf(amountCents, PROCESSING_FEE_BPS);
    cash.set(buyer, left < 0 ? left + DEPOSIT_CENTS : left);
    if (left >= 0) return [purchase];
    const before = new Date(at.getTime() - HOUR);
    return [{ at: before, do: 'deposit', who, amountCents: DEPOSIT_CENTS }, purchase];
  });
}

/** When an offering was funded as its purchases came in; null when it is open at `now`. */
function fundedAt({ property, at }: Review, purchases: readonly Purchase[], now: Date): Date | null {
  const { minimumShares = 0, fundingDays = 0 } = present(sampleProperties[property], 'a property').submission;
  const deadline = new Date(at.getTime() + fundingDays * DAY);
  let soldShares = 0;
  let lastPurchaseAt: Date | null = null;
  for (const purchase of purchases.filter((one) => one.property === property)) {
    if (purchase.at >= closesAt({ minimumShares, soldShares, lastPurchaseAt, deadline })) break;
    soldShares += purchase.shares;
    lastPurchaseAt = purchase.at;
  }
  const closing = closesAt({ minimumShares, soldShares, lastPurchaseAt, deadline });
  if (closing > now) return null;
  assert(soldShares >= minimumShares, `the sample offering ${property} is not funded`);
  return closing;
}

/** When each offering that sells was funded, by property. */
export function fundings(
  reviews: readonly Review[],
  purchases: readonly Purchase[],
  now: Date,
): Map<number, Date> {
  const closings = reviews
    .filter(({ property }) => sampleProperties[property]?.outcome === 'approved')
    .map((review) => [review.property, fundedAt(review, purchases, now)] as const);
  return new Map(closings.flatMap(([property, at]) => (at === null ? [] : [[property, at] as const])));
}

/** The purchases of funded offerings, at the moment from which their shares could be resold. */
export function resalable(purchases: readonly Purchase[], funded: ReadonlyMap<number, Date>): Purchase[] {
  return purchases
    .flatMap((purchase) => {
      const from = funded.get(purchase.property);
      return from === undefined ? [] : [from > purchase.at ? { ...purchase, at: from } : purchase];
    })
    .sort((a, b) => a.at.getTime() - b.at.getTime());
}

/** The closing of every offering, and all of the one that failed: few bought, and all of them got everything back. */
export function offeringSteps(reviews: readonly Review[], funded: ReadonlyMap<number, Date>): Step[] {
  const closings = [...funded].map(([property, at]): Step => ({ at, do: 'close offering', property }));
  const failures = reviews
    .filter(({ property }) => sampleProperties[property]?.outcome === 'failed')
    .flatMap(({ property, at }): Step[] => {
      const { submission } = present(sampleProperties[property], 'a property');
      const price = priceOf(property);
      const on = (days: number, hours = 0) => new Date(at.getTime() + days * DAY + hours * HOUR);
      const bought = FAILED_OFFERING_BUYERS.flatMap(([who, shares], index): Step[] => {
        const amountCents = shares * price + feeOf(shares * price, PROCESSING_FEE_BPS);
        return [
          { at: on(4 + 9 * index), do: 'deposit', who, amountCents },
          { at: on(4 + 9 * index, 1), do: 'invest', who, property, shares },
        ];
      });
      return [...bought, { at: on(submission.fundingDays ?? 0), do: 'close offering', property }];
    });
  return [...closings, ...failures];
}
