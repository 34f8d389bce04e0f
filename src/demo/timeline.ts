import { present } from '#kernel/assert.ts';
import { type Cents, multiply } from '#kernel/money.ts';
import { DAY, HOUR } from '#kernel/time.ts';
import { RUNNING_OFFERING_PROPERTY, sampleInvestors, sampleOwners } from '../sample-world/cast.ts';
import {
  firstPurchases,
  fundings,
  minimumOf,
  offeringSteps,
  type Purchase,
} from '../sample-world/offerings.ts';
import { decisionSteps, rentSteps } from '../sample-world/rents.ts';
import type { Participant, Step } from '../sample-world/steps.ts';
import { submissionSteps } from '../sample-world/submissions.ts';
import {
  autoInvestSteps,
  momentIn,
  ownerOf,
  referSteps,
  statementSteps,
  watchSteps,
} from '../sample-world/timeline.ts';
import { type SampleValuation, valuationSteps } from '../sample-world/valuations.ts';

const LISTED_PROPERTIES = 10;
const OTHERS = 8;
/** The property that waits for its review. */
const PENDING_PROPERTY = 11;
const FIRST_REVIEW_AGE_MS = 250 * DAY;
const REVIEW_INTERVAL_MS = 21 * DAY;
const START_CASH_CENTS: Cents = 1_500_000;
const DEPOSITS = 3;
/** Of large investors, who deposit once. */
const LARGE_CASH_CENTS: Cents = 7_500_000;
const LARGE_PURCHASE_CENTS: Cents = 880_000;

/** Purchases of the Demo User, as parts of the first, second, fourth, fifth and seventh property. */
const OWN_PURCHASES: readonly [property: number, shares: number][] = [
  [0, 52],
  [1, 25],
  [3, 30],
  [4, 12],
  [6, 10],
];

type Review = Extract<Step, { do: 'review' }>;

/** One of the Demo User's properties, one whose gain halted its trading, and one that waits for its approval. */
const demoValuations: readonly SampleValuation[] = [
  { property: 1, daysAgo: 75, permille: 1_025, basis: 'appraisal', isApproved: true },
  { property: 5, daysAgo: 40, permille: 1_125, basis: 'appraisal', isApproved: true },
  { property: 4, daysAgo: 3, permille: 1_040, basis: 'appraisal', isApproved: false },
];

const investors: readonly Participant[] = Array.from({ length: OTHERS }, (_, investor) => ({ investor }));
const largeInvestors: readonly Participant[] = sampleInvestors
  .map((_, investor): Participant => ({ investor }))
  .slice(OTHERS);

function reviewsBefore(now: Date): Review[] {
  return Array.from({ length: LISTED_PROPERTIES }, (_, property) => ({
    at: new Date(now.getTime() - FIRST_REVIEW_AGE_MS + property * REVIEW_INTERVAL_MS),
    do: 'review',
    property,
  }));
}

function openingSteps(now: Date): Step[] {
  const opening = now.getTime() - FIRST_REVIEW_AGE_MS - 20 * DAY;
  const people: Participant[] = [
    'admin',
    'owner',
    ...sampleOwners.map((_, owner) => ({ owner })),
    'investor',
    ...investors,
    ...largeInvestors,
  ];
  const signUps = people.map(
    (who, index): Step => ({ at: new Date(opening + index * HOUR), do: 'sign up', who }),
  );
  const paidIn = (index: number, time: number) => new Date(opening + (5 + time) * DAY + index * HOUR);
  const deposits = [...investors, 'investor' as const].flatMap((who, index) =>
    Array.from({ length: DEPOSITS }, (_, time): Step => {
      return { at: paidIn(index, time), do: 'deposit', who, amountCents: START_CASH_CENTS };
    }),
  );
  const large = largeInvestors.map((who, index): Step => {
    return { at: paidIn(index, DEPOSITS), do: 'deposit', who, amountCents: LARGE_CASH_CENTS };
  });
  return [...signUps, ...deposits, ...large];
}

/** A few buy a little of each offering. */
function smallPurchasesAfter({ property, at }: Review): Purchase[] {
  const own = OWN_PURCHASES.find(([bought]) => bought === property)?.[1] ?? 0;
  const on = (order: number) => new Date(at.getTime() + 2 * DAY + order * 30 * HOUR);
  const others = investors.map((who, order): Purchase => {
    return { at: on(order), do: 'invest', who, property, shares: 12 + (order % 3) };
  });
  if (own === 0) return others;
  return [...others, { at: on(2.5), do: 'invest', who: 'investor', property, shares: own }];
}

/** Offerings that sold more than their minimum: one to the last share, the others nearly. */
const soldShares: Readonly<Record<number, number>> = { 2: 1_380, 5: 1_600, 8: 1_530 };

/** Others buy the rest of each minimum at the limit of a month, so that the demo has few purchases, and soon votes. */
function largePurchases(reviews: readonly Review[], small: readonly Purchase[]): Purchase[] {
  const sold = (property: number) =>
    small.reduce((sum, one) => sum + (one.property === property ? one.shares : 0), 0);
  const wanted = (property: number) => soldShares[property] ?? minimumOf(property);
  return firstPurchases(reviews, {
    investors: largeInvestors,
    days: 25,
    sharesOf: (property) => (property === RUNNING_OFFERING_PROPERTY ? 0 : wanted(property) - sold(property)),
    amountOf: () => LARGE_PURCHASE_CENTS,
  });
}

/** So that the portfolio has a purchase of this month. */
const purchaseOfToday = (now: Date): Purchase => ({
  at: new Date(now.getTime() - 6 * HOUR),
  do: 'invest',
  who: 'investor',
  property: 3,
  shares: 4,
});

/** Listings and trades of the last weeks; the prices of two sides never meet, so each order stays as it is. */
function resaleSteps(now: Date): Step[] {
  const ago = (days: number) => new Date(now.getTime() - days * DAY);
  const list = (
    days: number,
    who: Participant,
    lot: { listing: number; property: number; shares: number; priceCents: Cents },
  ): Step => ({ at: ago(days), do: 'list', who, ...lot });
  const buy = (days: number, who: Participant, listing: number, shares: number, priceCents: Cents): Step => ({
    at: ago(days),
    do: 'buy',
    who,
    listing,
    shares,
    totalCents: multiply(priceCents, shares),
  });
  return [
    list(48, { investor: 1 }, { listing: 0, property: 0, shares: 10, priceCents: 10_350 }),
    buy(44, 'investor', 0, 4, 10_350),
    list(36, 'investor', { listing: 1, property: 1, shares: 8, priceCents: 10_600 }),
    buy(29, { investor: 2 }, 1, 3, 10_600),
    list(24, { investor: 3 }, { listing: 2, property: 4, shares: 4, priceCents: 13_125 }),
    buy(20, { investor: 6 }, 2, 1, 13_125),
    list(17, { investor: 5 }, { listing: 3, property: 3, shares: 6, priceCents: 10_475 }),
    list(12, { investor: 0 }, { listing: 4, property: 6, shares: 3, priceCents: 15_300 }),
    { at: ago(9), do: 'bid', who: { investor: 7 }, property: 0, shares: 5, priceCents: 9_800 },
    { at: ago(8), do: 'bid', who: { investor: 4 }, property: 1, shares: 4, priceCents: 9_950 },
  ];
}

/** The Demo User sells above the offering price, so that the portfolio has gained this month. */
function saleOfThisMonth(now: Date): Step[] {
  const [listing, shares, priceCents] = [5, 12, 10_340];
  return [
    { at: momentIn(now, 0, 0.4), do: 'list', who: 'investor', property: 0, shares, priceCents, listing },
    {
      at: momentIn(now, 0, 0.6),
      do: 'buy',
      who: { investor: 6 },
      listing,
      shares,
      totalCents: multiply(priceCents, shares),
    },
  ];
}

/** The eight months before `now` that the demo begins after: fewer people than the sample world, the same properties. */
export function demoTimeline(now: Date): Step[] {
  const reviews = reviewsBefore(now);
  const submissions = reviews.map(
    ({ at, property }): Step => ({
      at: new Date(at.getTime() - DAY),
      do: 'submit',
      who: ownerOf(property),
      property,
    }),
  );
  const small = reviews.flatMap(smallPurchasesAfter);
  const purchases = [...small, ...largePurchases(reviews, small)].sort(inOrder);
  const funded = fundings(reviews, purchases, now);
  const rents = rentSteps(now, reviews).filter((step) => step.do !== 'reinvest');
  const votes = decisionSteps(now).filter(({ at }) => at.getTime() > now.getTime() - 75 * DAY);
  return [
    ...openingSteps(now),
    ...submissions,
    ...reviews,
    ...purchases,
    ...offeringSteps(reviews, funded),
    ...submissionSteps(now),
    ...valuationSteps(now, funded, demoValuations),
    ...rents,
    ...votes.filter(isComplete(votes)),
    ...resaleSteps(now),
    ...saleOfThisMonth(now),
    purchaseOfToday(now),
    ...waitingForReview(now),
    ...referSteps(openingSteps(now)),
    ...watchSteps(reviews, now),
    ...autoInvestSteps(now, ['Commercial', 'Mixed-Use', 'Industrial']),
    ...statementSteps(new Date(now.getTime() - FIRST_REVIEW_AGE_MS - 20 * DAY), now),
  ].sort(inOrder);
}

const inOrder = (a: Step, b: Step) => a.at.getTime() - b.at.getTime();

/** A submission that the demo's admin finds in the panel. */
const waitingForReview = (now: Date): Step[] => [
  {
    at: new Date(now.getTime() - 2 * DAY),
    do: 'submit',
    who: ownerOf(PENDING_PROPERTY),
    property: PENDING_PROPERTY,
  },
];

/** Drops the closing of proposals whose beginning is left out. */
const isComplete = (votes: readonly Step[]) => (step: Step) =>
  !('decision' in step) || votes.some((one) => one.do === 'propose' && one.decision === step.decision);

export type Vote = Extract<Step, { do: 'propose' | 'vote' }>;

/** Properties of which the Demo User holds shares. */
const votedOn = OWN_PURCHASES.map(([property]) => property);
const VOTE_INTERVAL_MS = 9 * DAY;
const VOTING_TIME_MS = 14 * DAY;

/** A few voters: the visitor waits while they vote. */
const RECURRING_VOTERS = 4;

const recurringKinds = [
  {
    title: 'Repairs',
    description: 'Roof drains, two exterior doors and the entrance lights for $6,400, paid from the reserve.',
    yesPercent: 80,
  },
  {
    title: 'A new insurer',
    description: 'The same coverage for 6% less, with two years paid in advance from the reserve.',
    yesPercent: 60,
  },
];

/** Votes that begin every nine days, those that are open at `now`: some vote is open on every day. */
export function recurringVotes(now: Date): Vote[] {
  const newest = Math.floor((now.getTime() - HOUR) / VOTE_INTERVAL_MS);
  return [newest - 1, newest]
    .filter((round) => round * VOTE_INTERVAL_MS + VOTING_TIME_MS > now.getTime())
    .flatMap(roundOfVotes);
}

function roundOfVotes(round: number): Vote[] {
  const at = new Date(round * VOTE_INTERVAL_MS);
  const votedAt = new Date(at.getTime() + HOUR);
  const starts = new Date(at.getTime() + 30 * DAY);
  const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(starts);
  const { title, description, yesPercent } = present(recurringKinds[round % recurringKinds.length], 'a kind');
  const property = present(votedOn[round % votedOn.length], 'a property');
  // Beyond the numbers of the world's own decisions.
  const decision = 1_000 + round;
  return [
    { at, do: 'propose', decision, property, title: `${title} from ${day}`, description },
    { at: votedAt, do: 'vote', decision, property, yesPercent, voters: RECURRING_VOTERS },
  ];
}
