import { sql } from 'drizzle-orm';
import { type GuardedOrder, type PurchaseGuard, purchaseCommand } from '#features/investing/server/index.ts';
import type { Cents } from '#kernel/money.ts';
import { toDecimal } from '#kernel/money.ts';
import { insertRows, textArray } from '#platform/server/database/columns.ts';
import { readTogether } from '#platform/server/database/db.ts';
import { autoInvestErrors } from '../auto-invest.contract.ts';
import { autoInvestedThisMonth, investedByProperty } from './facts.ts';

interface Limits {
  userId: string;
  enabled: boolean;
  paused: boolean;
  maxPerProperty: Cents;
  monthlyLimit: Cents;
  reserve: Cents;
}

interface GuardFacts {
  limits: Map<string, Limits>;
  /** By person and property. */
  invested: Map<string, Cents>;
  month: Map<string, Cents>;
}

interface GuardRows {
  limits: Limits[];
  invested: { userId: string; propertyId: number; amount: Cents }[];
  month: { userId: string; amount: Cents }[];
}

const pair = (userId: string, propertyId: number) => `${userId} ${propertyId}`;

/** Why the settings refuse an order at the moment of the purchase, in words, or null. */
function problemOf(facts: GuardFacts, { item, quote, availableCashCents }: GuardedOrder): string | null {
  const { userId } = item.actor;
  const limits = facts.limits.get(userId);
  if (!limits?.enabled) return 'Auto-Invest was turned off before the purchase.';
  if (limits.paused) return 'Auto-Invest was paused before the purchase.';
  const invested = facts.invested.get(pair(userId, item.input.propertyId)) ?? 0;
  if (invested + quote.amountCents > limits.maxPerProperty)
    return 'It would go over your limit per property.';
  if ((facts.month.get(userId) ?? 0) + quote.amountCents > limits.monthlyLimit)
    return 'It would go over your monthly limit.';
  if (availableCashCents - quote.totalCents < limits.reserve)
    return 'It would leave less cash than you want to keep.';
  return null;
}

/**
 * The settings of now decide, under the lock of the buyer's cash: neither a purchase by hand at the same moment nor a
 * limit that was lowered while a run goes can lead over a limit.
 */
const withinSettings: PurchaseGuard<GuardFacts> = {
  async load(tx, { items, now }) {
    const people = textArray([...new Set(items.map(({ actor }) => actor.userId))]);
    const found = await readTogether<GuardRows>(tx, {
      limits: sql`select user_id as "userId", enabled, paused, (max_per_property * 100)::float8 as "maxPerProperty",
                         (monthly_limit * 100)::float8 as "monthlyLimit", (reserve * 100)::float8 as reserve
                  from auto_invest_settings where user_id = any(${people})`,
      invested: investedByProperty(people),
      month: autoInvestedThisMonth(people, now),
    });
    return {
      limits: new Map(found.limits.map((row) => [row.userId, row])),
      invested: new Map(found.invested.map((row) => [pair(row.userId, row.propertyId), row.amount])),
      month: new Map(found.month.map((row) => [row.userId, row.amount])),
    };
  },
  refuse(facts, order) {
    const message = problemOf(facts, order);
    return message === null ? null : { error: autoInvestErrors.OUTSIDE_SETTINGS, message };
  },
  count({ invested, month }, { item, quote }) {
    const { userId } = item.actor;
    const key = pair(userId, item.input.propertyId);
    invested.set(key, (invested.get(key) ?? 0) + quote.amountCents);
    month.set(userId, (month.get(userId) ?? 0) + quote.amountCents);
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
 * Buys for a person what a run has decided: a purchase as by hand, within the person's Auto-Invest settings. Its
 * `requestId` is the id of the decision, so that a repeated job buys nothing twice.
 * @throws OUTSIDE_SETTINGS and what `investing.invest` throws
 */
export const buy = purchaseCommand('autoInvest.buy', 'investment', withinSettings);
