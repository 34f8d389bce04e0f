import { closesAt } from '#features/offerings/offerings.rules.ts';
import { assert, present } from '#kernel/assert.ts';
import { PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { feeOf, parseUsd } from '#kernel/money.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { sampleProperties } from './cast.ts';
import type { Step, Who } from './steps.ts';

export type Purchase = Extract<Step, { do: 'invest' }>;
type Review = Extract<Step, { do: 'review' }>;

/** Buyers of the failed offering, with their shares. */
const FAILED_OFFERING_BUYERS: readonly [who: Who, shares: number][] = [
  ['investor', 12],
  [{ investor: 4 }, 30],
  [{ investor: 17 }, 25],
  [{ investor: 29 }, 8],
];

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
      const price = parseUsd(submission.pricePerShare) ?? 0;
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
