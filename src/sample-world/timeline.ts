import type { AutoInvestSettings } from '#features/auto-invest/auto-invest.contract.ts';
import { issueMoment } from '#features/statements/statements.rules.ts';
import { PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { feeOf } from '#kernel/money.ts';
import { monthAfter, monthOf } from '#kernel/months.ts';
import { DAY, HOUR, MINUTE } from '#kernel/time.ts';
import {
  buyerFromInvestor,
  RUNNING_OFFERING_PROPERTY,
  type SampleProperty,
  sampleOwners,
  sampleProperties,
  worldInvestors,
} from './cast.ts';
import { taxSteps } from './classify-year.ts';
import {
  firstPurchases,
  fundings,
  inMonth,
  minimumOf,
  offeringSteps,
  type Purchase,
  priceOf,
  resalable,
  withDeposits,
} from './offerings.ts';
import type { Chance } from './random.ts';
import { decisionSteps, rentSteps } from './rents.ts';
import { resaleSteps } from './resale.ts';
import type { Participant, Step } from './steps.ts';
import { submissionSteps } from './submissions.ts';
import { valuationSteps } from './valuations.ts';
import { waitlistSteps } from './waitlist.ts';

type Review = Extract<Step, { do: 'review' }>;

const HISTORY_MONTHS = 24;

/** Members of the cast who joined by the sample investor's link. */
const REFERRED: readonly number[] = [1, 2, 5, 7];
const REFERRED_AFTER_MS = 12 * HOUR;

/** Not for longer, or alerts of two years would fill the list of notifications. */
const WATCHED_DAYS = 25;

/** Properties on the sample investor's watchlist. */
const WATCHED: readonly number[] = [2, 5, 7];

/** The moment `share` (0 to 1) into the month that lies `monthsAgo` back, never later than now. */
export function momentIn(now: Date, monthsAgo: number, share: number): Date {
  const start = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo, 1);
  const end = Math.min(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - monthsAgo + 1, 1), now.getTime());
  return new Date(start + Math.floor((end - start) * share));
}

export const ownerOf = (property: number): Participant =>
  property % 2 === 0 ? 'owner' : { owner: property % sampleOwners.length };

const owners: readonly Participant[] = ['owner', ...sampleOwners.map((_, owner) => ({ owner }))];
const investors: readonly Participant[] = ['investor', ...worldInvestors];

function openingSteps(now: Date): Step[] {
  const opening = new Date(momentIn(now, HISTORY_MONTHS, 0).getTime() - 10 * DAY);
  const people: Participant[] = ['admin', ...owners, ...investors];
  const at = (index: number) => new Date(opening.getTime() + index * HOUR);
  const signUps = people.map((who, index): Step => ({ at: at(index), do: 'sign up', who }));
  const checks = [...owners, ...investors].map(
    (who, index): Step => ({ at: at(people.length + index), do: 'verify identity', who }),
  );
  return [...signUps, ...checks];
}

function reviewSteps(now: Date): Step[] {
  return sampleProperties.flatMap((sample, property): Step[] => {
    const submitted = momentIn(now, sample.monthsAgo, sample.monthsAgo === 0 ? 0.4 : 0.02 + property * 0.001);
    const reviewed = new Date(submitted.getTime() + DAY);
    const submit: Step = { at: submitted, do: 'submit', who: ownerOf(property), property };
    const filed = (['appraisal', 'memorandum'] as const).map(
      (document, index): Step => ({
        at: new Date(submitted.getTime() + (index + 1) * MINUTE),
        do: 'file',
        property,
        document,
      }),
    );
    const review: Step[] = sample.outcome === 'pending' ? [] : [{ at: reviewed, do: 'review', property }];
    return [submit, ...filed, ...review];
  });
}

interface Market {
  left: number[];
  /** Who bought early in which month, and buys nothing else in it. */
  busy: ReadonlySet<string>;
}

/** The sample investor chooses on their own, and some of the cast never buy from owners early. */
const firstBuyers: readonly Participant[] = worldInvestors.slice(0, 24);

/** Every offering whose time is over sells its minimum in its first weeks. */
function firstPurchasesOf(chance: Chance, reviews: readonly Review[]): Purchase[] {
  return firstPurchases(
    reviews.filter(({ property }) => sampleProperties[property]?.outcome === 'approved'),
    {
      investors: firstBuyers,
      days: 50,
      sharesOf: (property) => (property === RUNNING_OFFERING_PROPERTY ? 0 : minimumOf(property)),
      amountOf: () => chance.whole(60, 88) * 10_000,
    },
  );
}

function marketAfter(first: readonly Purchase[]): Market {
  const left = sampleProperties.map(({ submission }) => submission.totalShares);
  for (const { property, shares } of first) left[property] = (left[property] ?? 0) - shares;
  return { left, busy: new Set(first.map(({ who, at }) => inMonth(who, at))) };
}

/** Properties that can be bought in a month, the newer and the fuller ones more often. */
function choose(chance: Chance, market: Market, monthsAgo: number): number | null {
  const open = sampleProperties.flatMap((sample, property) => {
    const isOpen =
      sample.outcome === 'approved' && sample.monthsAgo > monthsAgo && (market.left[property] ?? 0) > 0;
    return isOpen ? Array(popularity(sample)).fill(property) : [];
  });
  return open.length > 0 ? (chance.pick(open) as number) : null;
}

function popularity(sample: SampleProperty): number {
  return sample.submission.totalShares <= 1600 ? 3 : sample.submission.totalShares <= 2000 ? 2 : 1;
}

function purchaseSteps(chance: Chance, now: Date, who: Participant, market: Market): Step[] {
  const steps: Step[] = [];
  let cash = 0;
  const budget = 900 + chance.whole(0, 35) * 100;
  for (let monthsAgo = HISTORY_MONTHS - 1; monthsAgo >= 0; monthsAgo -= 1) {
    const isBusy = market.busy.has(inMonth(who, momentIn(now, monthsAgo, 0)));
    const invests = who === 'investor' || (!isBusy && chance.next() < 0.2);
    const property = invests ? choose(chance, market, monthsAgo) : null;
    if (property === null) continue;
    const price = priceOf(property);
    const wanted = Math.max(1, Math.round((budget * 100 * (0.5 + chance.next())) / price));
    const shares = Math.min(wanted, market.left[property] ?? 0);
    const total = price * shares + feeOf(price * shares, PROCESSING_FEE_BPS);
    if (cash < total) {
      const amountCents = Math.ceil((total - cash) / 50_000) * 50_000 + chance.whole(2, 8) * 200_000;
      steps.push({
        at: momentIn(now, monthsAgo, 0.12 + chance.next() * 0.1),
        do: 'deposit',
        who,
        amountCents,
      });
      cash += amountCents;
    }
    market.left[property] = (market.left[property] ?? 0) - shares;
    cash -= total;
    const at = momentIn(now, monthsAgo, 0.3 + chance.next() * 0.69);
    steps.push({ at, do: 'invest', who, property, shares });
  }
  return steps;
}

/** People who joined by the sample investor's link: some of the cast, an hour after they signed up. */
export function referSteps(steps: readonly Step[]): Step[] {
  return steps.flatMap((step): Step[] => {
    if (step.do !== 'sign up' || typeof step.who === 'string' || !('investor' in step.who)) return [];
    if (!REFERRED.includes(step.who.investor)) return [];
    return [
      { at: new Date(step.at.getTime() + REFERRED_AFTER_MS), do: 'refer', who: step.who, by: 'investor' },
    ];
  });
}

/** Watched properties of the sample investor, since some weeks ago. */
export function watchSteps(reviews: readonly Review[], now: Date): Step[] {
  const watched = reviews.filter(
    ({ property, at }) =>
      WATCHED.includes(property) &&
      sampleProperties[property]?.outcome === 'approved' &&
      at.getTime() < now.getTime() - 31 * DAY,
  );
  return watched.map(({ property, at }) => ({
    at: new Date(Math.max(at.getTime() + 30 * DAY, now.getTime() - WATCHED_DAYS * DAY + property * HOUR)),
    do: 'watch',
    who: 'investor',
    property,
  }));
}

/** The sample investor turns Auto-Invest on two months ago; it has run in each month since, and buys what matches. */
export function autoInvestSteps(now: Date, types: AutoInvestSettings['propertyTypes']): Step[] {
  return [
    { at: momentIn(now, 2, 0.9), do: 'turn on auto-invest', who: 'investor', types },
    ...([2, 1] as const).map(
      (monthsAgo): Step => ({ at: momentIn(now, monthsAgo, 0.95), do: 'auto-invest' }),
    ),
    { at: momentIn(now, 0, 0.5), do: 'auto-invest' },
  ];
}

/** Each month's statements, at the moment at which they are due. */
export function statementSteps(first: Date, now: Date): Step[] {
  const steps: Step[] = [];
  for (let month = monthAfter(monthOf(first)); ; month = monthAfter(month)) {
    const at = issueMoment(month);
    if (at > now) return steps;
    steps.push({ at, do: 'issue statements' });
  }
}

/** Everything that happens in the two years before `now`, in order. */
export function timelineOf(chance: Chance, now: Date): Step[] {
  const inOrder = (steps: readonly Step[]) => [...steps].sort((a, b) => a.at.getTime() - b.at.getTime());
  const reviews = reviewSteps(now);
  const reviewed = reviews.filter((step) => step.do === 'review');
  const first = firstPurchasesOf(chance, reviewed);
  const market = marketAfter(first);
  const later = investors
    .filter((who) => who !== buyerFromInvestor)
    .flatMap((who) => purchaseSteps(chance, now, who, market));
  const purchases = inOrder([...withDeposits(first), ...later]);
  const bought = purchases.filter((step) => step.do === 'invest');
  const funded = fundings(reviewed, bought, now);
  const offerings = offeringSteps(reviewed, funded);
  const allPurchases = [...bought, ...offerings.filter((step) => step.do === 'invest')];
  return inOrder([
    ...openingSteps(now),
    ...referSteps(openingSteps(now)),
    ...reviews,
    ...offerings,
    ...rentSteps(now, reviewed),
    ...decisionSteps(now),
    ...submissionSteps(now),
    ...valuationSteps(now, funded),
    ...purchases,
    ...resaleSteps(chance, now, {
      purchases: allPurchases,
      bought: resalable(bought, funded),
      since: bought[0]?.at ?? now,
      saleAt: momentIn(now, 0, 0.5),
    }),
    ...watchSteps(reviewed, now),
    ...waitlistSteps(chance, now),
    ...autoInvestSteps(now, ['Commercial', 'Mixed-Use', 'Industrial', 'Retail']),
    ...statementSteps(momentIn(now, HISTORY_MONTHS, 0), now),
    ...taxSteps(momentIn(now, HISTORY_MONTHS, 0), now),
    {
      at: new Date(now.getTime() - 10 * MINUTE),
      do: 'deposit',
      who: 'investor',
      amountCents: 500_000,
    } as const,
  ]);
}
