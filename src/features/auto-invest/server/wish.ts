import { smallestOrder } from '#features/investing/server/index.ts';
import { affordableShares } from '#kernel/fees.ts';
import { type BasisPoints, type Cents, formatPercent, formatUsd, formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import type { AutoInvestSettings, InvestableType } from '../auto-invest.contract.ts';
import { leftWithin } from '../auto-invest.rules.ts';

/** A property on the primary market, as the engine looks at it. */
export interface Candidate {
  propertyId: number;
  name: string;
  annualYieldBps: BasisPoints;
  type: InvestableType;
  pricePerShareCents: Cents;
  availableShares: number;
  minimumOrderShares: number;
  /** An admin or a new valuation has halted its trading. */
  isHalted: boolean;
}

/** Facts about a person, beside the settings, that decide how much of a property they may get. */
export interface InvestorFacts {
  isFrozen: boolean;
  /** The operator requires a verified identity, and this person's is not verified. */
  needsKyc: boolean;
  /** The grace of new legal documents is over, and they have not accepted them. */
  needsConsent: boolean;
  ownsProperty: boolean;
  /** They canceled a purchase of it. */
  hasCancelled: boolean;
  /** They skipped a match of it. */
  hasSkipped: boolean;
  /** Auto-Invest bought it for them. */
  hasBought: boolean;
  /** Another run has allocated shares of it to them, which are still to be bought. */
  isBuying: boolean;
  /** A match of it waits until then, and can be skipped before. */
  matchedUntil: Date | null;
  /** Purchases of it in any way, without refunded ones. */
  investedCents: Cents;
  /** Purchases by Auto-Invest, of any property, without refunded ones. */
  autoInvestedThisMonthCents: Cents;
  /** Rest of the investment limits; null without limits. */
  limitLeftCents: Cents | null;
  cashCents: Cents;
}

/** Shares that a person's settings ask for; `reason` explains zero. */
export interface Wish {
  shares: number;
  reason: string;
}

export const CANCELLED = 'You canceled a purchase of it.';
export const ALREADY_BOUGHT = 'Auto-Invest already bought it for you.';
export const HALTED = 'Trading is halted.';
export const yieldBelowText = (annualYieldBps: BasisPoints, minYieldBps: BasisPoints): string =>
  `Its yield of ${formatPercent(annualYieldBps / 100)} is below your minimum of ${formatPercent(minYieldBps / 100)}.`;

export const otherTypeText = (type: InvestableType): string => `${type} is not one of your property types.`;

const none = (reason: string): Wish => ({ shares: 0, reason });

/**
 * The most shares of a property that a person gets by their settings. Reasons are checked in the order in which a
 * person would ask: account, property, settings, limits, cash.
 */
export function wishOf(
  settings: AutoInvestSettings,
  candidate: Candidate,
  facts: InvestorFacts,
  budget: RunBudget,
): Wish {
  return (
    refuseByAccount(settings, facts) ??
    refuseByProperty(settings, candidate, facts, budget.isRecurring) ??
    sharesWithin(settings, candidate, facts, budget)
  );
}

function refuseByAccount(settings: AutoInvestSettings, facts: InvestorFacts): Wish | null {
  if (!settings.enabled) return none('Auto-Invest is off.');
  if (settings.paused) return none('Auto-Invest is paused.');
  if (facts.isFrozen) return none('Your account is frozen.');
  if (facts.needsKyc) return none('Verify your identity before you invest.');
  return facts.needsConsent
    ? none('Accept the new version of our legal documents first, under Documents.')
    : null;
}

function refuseByProperty(
  settings: AutoInvestSettings,
  { annualYieldBps, type, availableShares, isHalted }: Candidate,
  facts: InvestorFacts,
  isRecurring: boolean,
): Wish | null {
  const { minYieldBps, propertyTypes } = settings;
  if (facts.ownsProperty) return none('It is your own property.');
  if (facts.hasCancelled) return none(CANCELLED);
  if (facts.hasSkipped) return none('You skipped it.');
  if (facts.matchedUntil)
    return none(`It is already matched and will be bought on ${formatDate(facts.matchedUntil)}.`);
  if (facts.hasBought && !isRecurring) return none(ALREADY_BOUGHT);
  if (facts.isBuying && !isRecurring) return none('Another run is buying it for you.');
  if (annualYieldBps < minYieldBps) return none(yieldBelowText(annualYieldBps, minYieldBps));
  if (propertyTypes.length > 0 && !propertyTypes.includes(type)) return none(otherTypeText(type));
  if (isHalted) return none(HALTED);
  return availableShares === 0 ? none('All of its shares are sold.') : null;
}

/** What a run may invest for a person, without the fee; of a monthly plan what is left of its amount. */
interface RunBudget {
  amountCents: Cents;
  isRecurring: boolean;
}

interface Budget {
  leftCents: Cents;
  reason: string;
}

function tooLittleOf({ amountCents, isRecurring }: RunBudget): string {
  if (!isRecurring) return `${formatUsd(amountCents)} per match is not enough for one share.`;
  return amountCents > 0
    ? `The ${formatUsdExact(amountCents)} left of this month’s amount is not enough for one share.`
    : 'This month’s amount has already been invested.';
}

/** The budgets that bound an order without its fee, each with the reason to give when it leaves too little. */
function budgetsOf(settings: AutoInvestSettings, facts: InvestorFacts, run: RunBudget): Budget[] {
  const { maxPerPropertyCents, monthlyLimitCents } = settings;
  const { investedCents, autoInvestedThisMonthCents, limitLeftCents } = facts;
  const { perPropertyCents, monthlyCents } = leftWithin(settings, facts);
  const budgets = [
    { leftCents: run.amountCents, reason: tooLittleOf(run) },
    {
      leftCents: perPropertyCents,
      reason: `You have ${formatUsdExact(investedCents)} invested in it, and your limit per property is ${formatUsd(maxPerPropertyCents)}.`,
    },
    {
      leftCents: monthlyCents,
      reason: `Auto-Invest has invested ${formatUsdExact(autoInvestedThisMonthCents)} this month, and your monthly limit is ${formatUsd(monthlyLimitCents)}.`,
    },
  ];
  if (limitLeftCents !== null) {
    const reason = `Your limits, which all of your accounts share, let you invest ${formatUsdExact(limitLeftCents)} more for now.`;
    budgets.push({ leftCents: limitLeftCents, reason });
  }
  return budgets;
}

function sharesWithin(
  settings: AutoInvestSettings,
  { pricePerShareCents, availableShares, minimumOrderShares }: Candidate,
  facts: InvestorFacts,
  budget: RunBudget,
): Wish {
  const smallest = smallestOrder(minimumOrderShares, availableShares);
  const budgets = budgetsOf(settings, facts, budget);
  const tightest = budgets.reduce((least, one) => (one.leftCents < least.leftCents ? one : least));
  const shares = Math.min(Math.max(0, Math.floor(tightest.leftCents / pricePerShareCents)), availableShares);
  if (shares < 1) return none(tightest.reason);
  if (shares < smallest)
    return none(`Its minimum order is ${counted(smallest, 'share')}, more than your limits allow.`);
  const spendable = Math.max(0, leftWithin(settings, facts).spendableCents);
  const payable = Math.min(shares, affordableShares(spendable, pricePerShareCents));
  if (payable < smallest) {
    const reserve =
      settings.reserveCents > 0 ? ` after the ${formatUsdExact(settings.reserveCents)} that you keep` : '';
    return none(`Your available cash${reserve} does not cover ${counted(smallest, 'share')} with the fee.`);
  }
  return { shares: payable, reason: 'It matches your settings.' };
}
