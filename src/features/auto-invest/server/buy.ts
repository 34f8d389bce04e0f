import { sql } from 'drizzle-orm';
import {
  type CheckedPurchase,
  type PurchaseCheck,
  purchaseCommand,
} from '#features/investing/server/index.ts';
import { type HoldingKey, holdingKey } from '#features/ledger/server/index.ts';
import type { BasisPoints, Cents } from '#kernel/money.ts';
import { toDecimal } from '#kernel/money.ts';
import { insertRows, textArray, uuidArray } from '#platform/server/database/columns.ts';
import { readTogether } from '#platform/server/database/db.ts';
import { bpsOfPercent, centsOf } from '#platform/server/database/sql-values.ts';
import { autoInvestErrors, type InvestableType } from '../auto-invest.contract.ts';
import { leftWithin } from '../auto-invest.rules.ts';
import {
  autoInvestedThisMonth,
  boughtByAutoInvest,
  boughtByPlans,
  cancelledBy,
  investableTypeIn,
  investedByProperty,
} from './facts.ts';
import { ALREADY_BOUGHT, CANCELLED, HALTED, otherTypeText, yieldBelowText } from './wish.ts';

interface Limits {
  userId: string;
  enabled: boolean;
  paused: boolean;
  minYieldBps: BasisPoints;
  propertyTypes: InvestableType[];
  maxPerPropertyCents: Cents;
  monthlyLimitCents: Cents;
  amountCents: Cents;
  reserveCents: Cents;
  /** Null without a monthly plan. */
  recurringAmountCents: Cents | null;
}

interface CheckFacts {
  limits: Map<string, Limits>;
  /** By person and property. */
  invested: Map<string, Cents>;
  /** Bought by Auto-Invest this month, by person. */
  month: Map<string, Cents>;
  /** Bought by monthly plans, by person and the month of the plan. */
  plans: Map<string, Cents>;
  /** Auto-Invest purchases that were not refunded, and canceled purchases, by person and property. */
  bought: Set<string>;
  cancelled: Set<string>;
  decisions: Map<string, DecisionFacts>;
}

interface DecisionFacts {
  id: string;
  outcome: string;
  /** The month of the monthly plan that decided it, which may buy a property again; null for other runs. */
  planMonth: string | null;
  type: InvestableType;
  /** Of the decision, and of the property now. */
  decidedPriceCents: Cents;
  priceCents: Cents;
  annualYieldBps: BasisPoints;
  isHalted: boolean;
}

interface CheckRows {
  limits: Limits[];
  invested: (HoldingKey & { amountCents: Cents })[];
  month: { userId: string; amountCents: Cents }[];
  plans: { userId: string; planMonth: string; amountCents: Cents }[];
  bought: HoldingKey[];
  cancelled: HoldingKey[];
  decisions: DecisionFacts[];
}

/** Why a purchase is refused at the moment of the purchase, in words, or null. */
function problemOf(facts: CheckFacts, { item, quote, availableCashCents }: CheckedPurchase): string | null {
  const { userId } = item.actor;
  const limits = facts.limits.get(userId);
  if (!limits?.enabled) return 'Auto-Invest was turned off before the purchase.';
  if (limits.paused) return 'Auto-Invest was paused before the purchase.';
  const key = holdingKey({ userId, propertyId: item.input.propertyId });
  if (facts.cancelled.has(key)) return CANCELLED;
  const decision = facts.decisions.get(item.input.requestId);
  if (facts.bought.has(key) && !decision?.planMonth) return ALREADY_BOUGHT;
  const changed = decision && problemOfProperty(decision, limits);
  if (changed) return changed;
  const tooMuch = problemOfAmount(facts, { userId, limits, decision, amountCents: quote.amountCents });
  if (tooMuch) return tooMuch;
  const { perPropertyCents, monthlyCents, spendableCents } = leftWithin(limits, {
    investedCents: facts.invested.get(key) ?? 0,
    autoInvestedThisMonthCents: facts.month.get(userId) ?? 0,
    cashCents: availableCashCents,
  });
  if (quote.amountCents > perPropertyCents) return 'It would go over your limit per property.';
  if (quote.amountCents > monthlyCents) return 'It would go over your monthly limit.';
  if (quote.totalCents > spendableCents) return 'It would leave less cash than you want to keep.';
  return null;
}

const planKey = (userId: string, planMonth: string) => `${userId} ${planMonth}`;

/** Whether the person has lowered the amount of a match or of the monthly plan below this purchase. */
function problemOfAmount(
  { plans }: CheckFacts,
  {
    userId,
    limits,
    decision,
    amountCents,
  }: { userId: string; limits: Limits; decision: DecisionFacts | undefined; amountCents: Cents },
): string | null {
  if (!decision?.planMonth)
    return amountCents > limits.amountCents ? 'It would exceed your amount per match.' : null;
  if (limits.recurringAmountCents === null) return 'Your monthly plan was turned off before the purchase.';
  const spentCents = plans.get(planKey(userId, decision.planMonth)) ?? 0;
  return spentCents + amountCents > limits.recurringAmountCents
    ? 'It would exceed your monthly plan amount.'
    : null;
}

/** What changed of the property, or of what the person wants, since the decision that keeps it from being bought. */
function problemOfProperty(decision: DecisionFacts, { minYieldBps, propertyTypes }: Limits): string | null {
  const { decidedPriceCents, priceCents, annualYieldBps, isHalted, type } = decision;
  if (propertyTypes.length > 0 && !propertyTypes.includes(type)) return otherTypeText(type);
  if (isHalted) return HALTED;
  if (priceCents !== decidedPriceCents) return 'Its price changed before the purchase.';
  return annualYieldBps < minYieldBps ? yieldBelowText(annualYieldBps, minYieldBps) : null;
}

/**
 * Checks the current settings, price, yield and halt under the lock of the buyer's cash. So a limit is not exceeded by a
 * manual purchase at the same moment, nor when it was lowered during the run, and two runs do not buy the same property.
 * The decision is locked: its outcome is recorded either before, and nothing is bought, or with the purchase.
 */
const withinSettings: PurchaseCheck<CheckFacts> = {
  async load(tx, { items, now }) {
    const people = textArray([...new Set(items.map(({ actor }) => actor.userId))]);
    const propertyIds = [...new Set(items.map(({ input }) => input.propertyId))];
    const decisions = uuidArray(items.map(({ input }) => input.requestId));
    const found = await readTogether<CheckRows>(tx, {
      limits: sql`select user_id as "userId", enabled, paused, ${bpsOfPercent('min_yield')} as "minYieldBps",
                         ${centsOf('max_per_property')} as "maxPerPropertyCents",
                         ${centsOf('monthly_limit')} as "monthlyLimitCents", ${centsOf('reserve')} as "reserveCents",
                         property_types as "propertyTypes", ${centsOf('amount')} as "amountCents",
                         ${centsOf('recurring_amount')} as "recurringAmountCents"
                  from auto_invest_settings where user_id = any(${people})`,
      invested: investedByProperty(people, propertyIds),
      month: autoInvestedThisMonth(people, now),
      plans: boughtByPlans(people, now),
      bought: boughtByAutoInvest(people, propertyIds),
      cancelled: cancelledBy(people, propertyIds),
      decisions: sql`select d.id, d.outcome, d.plan_month as "planMonth",
                            ${investableTypeIn(sql`p.property_type`, sql`p.subtype`)} as type,
                            ${centsOf('d.price_per_share')} as "decidedPriceCents",
                            ${centsOf('p.price_per_share')} as "priceCents",
                            ${bpsOfPercent('p.annual_yield')} as "annualYieldBps",
                            b.halted_at is not null as "isHalted"
                     from auto_invest_decisions d join properties p on p.id = d.property_id
                     left join resale_books b on b.property_id = d.property_id
                     where d.id = any(${decisions}) order by d.id for share of d`,
    });
    return {
      limits: new Map(found.limits.map((row) => [row.userId, row])),
      invested: new Map(found.invested.map((row) => [holdingKey(row), row.amountCents])),
      month: new Map(found.month.map((row) => [row.userId, row.amountCents])),
      plans: new Map(found.plans.map((row) => [planKey(row.userId, row.planMonth), row.amountCents])),
      bought: new Set(found.bought.map(holdingKey)),
      cancelled: new Set(found.cancelled.map(holdingKey)),
      decisions: new Map(found.decisions.map((row) => [row.id, row])),
    };
  },
  refuse(facts, purchase) {
    const message = problemOf(facts, purchase);
    if (message !== null) return { ...autoInvestErrors.OUTSIDE_SETTINGS, message };
    const decision = facts.decisions.get(purchase.item.input.requestId);
    return decision?.outcome === 'allocated' ? null : autoInvestErrors.DECISION_OVER;
  },
  count({ invested, month, plans, bought, decisions }, { item, quote }) {
    const { userId } = item.actor;
    const planMonth = decisions.get(item.input.requestId)?.planMonth;
    if (planMonth) {
      const plan = planKey(userId, planMonth);
      plans.set(plan, (plans.get(plan) ?? 0) + quote.amountCents);
    }
    const key = holdingKey({ userId, propertyId: item.input.propertyId });
    invested.set(key, (invested.get(key) ?? 0) + quote.amountCents);
    month.set(userId, (month.get(userId) ?? 0) + quote.amountCents);
    bought.add(key);
  },
  writes: ({ items, now }) => [
    insertRows('auto_invest_purchases', items, {
      investment_id: ['uuid', ({ result }) => result.id],
      decision_id: ['uuid', ({ input }) => input.requestId],
      user_id: ['text', ({ actor }) => actor.userId],
      property_id: ['int', ({ input }) => input.propertyId],
      amount: ['numeric', ({ result }) => toDecimal(result.amountCents)],
      created_at: ['timestamptz', now],
    }),
  ],
};

/**
 * Carries out a decision of a run: a purchase like a manual one, within the person's Auto-Invest settings. Its
 * `requestId` is the id of the decision, so that a repeated job buys nothing twice.
 * @throws OUTSIDE_SETTINGS, DECISION_OVER, and the refusals of `investing.invest`
 */
export const buy = purchaseCommand('autoInvest.buy', { code: 'investment', paidBy: 'buyer' }, withinSettings);
