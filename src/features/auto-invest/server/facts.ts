import { type SQL, sql } from 'drizzle-orm';
import {
  type EligibilityRows,
  eligibilityFrom,
  eligibilityQueries,
  limitLeftCents,
  quotePurchase,
} from '#features/investing/server/index.ts';
import { accounts, type HoldingKey, holdingKey } from '#features/ledger/server/index.ts';
import { withoutConsentAmong } from '#features/legal/server/index.ts';
import type { BasisPoints, Cents } from '#kernel/money.ts';
import { monthOf, monthStart } from '#kernel/months.ts';
import { startOfMonth } from '#kernel/time.ts';
import { integerArray, statementParts, textArray } from '#platform/server/database/columns.ts';
import { readTogether, rows, type Transaction } from '#platform/server/database/db.ts';
import { eachIdRange, within } from '#platform/server/database/id-ranges.ts';
import { bpsOfPercent, centsOf, epochMs } from '#platform/server/database/sql-values.ts';
import type { Config } from '#platform/server/runtime/config.ts';
import { frozenAccountsOf } from '#platform/server/security/frozen-accounts.ts';
import type { AutoInvestSettings, InvestableType } from '../auto-invest.contract.ts';
import { MAX_CANDIDATES_PER_TYPE } from '../auto-invest.rules.ts';
import { type SettingsRow, settingsOf } from './settings.ts';
import type { Candidate, InvestorFacts } from './wish.ts';

export interface Person {
  userId: string;
  settings: AutoInvestSettings;
  /** When they saved these settings. */
  savedAt: Date;
  /** The month whose plan a recurring run decides for them. */
  planMonth: string | null;
}

export interface OfferedProperty extends Candidate {
  ownerId: string;
  /** The shares that matches of its approval want, and when they are bought; null when none wait. */
  matches: { shares: number; until: Date } | null;
}

/** Facts for the decisions of a run, read in its transaction. */
interface RunFacts {
  invested: (HoldingKey & { amountCents: Cents })[];
  cancelled: HoldingKey[];
  bought: HoldingKey[];
  allocated: (HoldingKey & { shares: number; priceCents: Cents })[];
  skipped: HoldingKey[];
  matched: (HoldingKey & { untilMs: number })[];
  month: { userId: string; amountCents: Cents }[];
  cash: { userId: string; amountCents: Cents }[];
  frozen: { userId: string }[];
}

/** People about whom one statement reads. */
const MAX_READ_PEOPLE = 10_000;

/** Those who have Auto-Invest on, or only these of them. */
export async function peopleOf(
  tx: Transaction,
  userIds: readonly string[] | null,
  maxPeople = MAX_READ_PEOPLE,
): Promise<Person[]> {
  const found: Person[] = [];
  if (userIds !== null)
    for (const part of statementParts(userIds, maxPeople))
      found.push(...(await peopleWhere(tx, sql`user_id = any(${textArray(part)})`)));
  else
    await eachIdRange(tx, sql`select user_id as id from auto_invest_settings`, maxPeople, async (range) => {
      found.push(...(await peopleWhere(tx, within(sql`user_id`, range))));
    });
  return found;
}

async function peopleWhere(tx: Transaction, chosen: SQL): Promise<Person[]> {
  const found = await rows<SettingsRow & { savedAtMs: number }>(
    tx,
    sql`select user_id as "userId", enabled, paused, ${bpsOfPercent('min_yield')} as "minYieldBps",
               property_types as "propertyTypes", ${centsOf('max_per_property')} as "maxPerPropertyCents",
               ${centsOf('monthly_limit')} as "monthlyLimitCents", ${centsOf('amount')} as "amountCents",
               ${centsOf('reserve')} as "reserveCents", ${centsOf('recurring_amount')} as "recurringAmountCents",
               recurring_day as "recurringDay", ${epochMs('updated_at')} as "savedAtMs"
        from auto_invest_settings where enabled and ${chosen} order by user_id`,
  );
  return found.map((row) => ({
    userId: row.userId,
    settings: settingsOf(row),
    savedAt: new Date(row.savedAtMs),
    planMonth: null,
  }));
}

/** By person, the months whose plans runs of this month (UTC) or the one before have decided. */
export async function decidedPlanMonths(tx: Transaction, now: Date): Promise<Map<string, Set<string>>> {
  const since = monthStart(monthOf(now), -1);
  const found = await rows<{ userId: string; month: string }>(
    tx,
    sql`select distinct d.user_id as "userId", d.plan_month as month
        from auto_invest_runs r join auto_invest_decisions d on d.run_id = r.id
        where r.trigger = 'recurring' and r.started_at >= ${since.toISOString()}::timestamptz
          and d.plan_month is not null`,
  );
  const months = new Map<string, Set<string>>();
  for (const { userId, month } of found) months.set(userId, (months.get(userId) ?? new Set()).add(month));
  return months;
}

/**
 * The shares that waiting matches want, by property: the run of an approval is about one. Each match wants a share at
 * least, so it is enough to read as many as there are shares.
 */
const WAITING_MATCHES = sql`
  select first.property_id, max(r.execute_at) as execute_at, sum(wanted.shares) as shares
  from auto_invest_runs r
  cross join lateral (
    select property_id from auto_invest_decisions d where d.run_id = r.id and d.outcome = 'matched' limit 1) first
  join ledger_accounts a on a.property_id = first.property_id and a.kind = 'property_available'
  cross join lateral (
    select sum(wanted_shares)::float8 as shares
    from (
      select wanted_shares from auto_invest_decisions d where d.run_id = r.id and d.outcome = 'matched'
      limit a.balance) matches) wanted
  where r.finished_at is null and r.trigger = 'approval'
  group by 1`;

/** The type of a property, as the settings name it, by its type and its subtype as the owner wrote it. */
export const investableTypeIn = (propertyType: SQL, subtype: SQL) => sql`
  case when ${subtype} ilike '%mixed%' then 'Mixed-Use'
       when ${subtype} ilike any (array['%retail%', '%shop%']) then 'Retail'
       when ${propertyType} = 'industrial' then 'Industrial'
       when ${propertyType} = 'commercial' then 'Commercial'
       else 'Residential' end`;

/**
 * Properties for sale on the primary market, or only the one given; the highest yields first.
 * @param maxPerType of each type, so that those of a rare one are found however many others yield more
 */
export async function offeredProperties(
  tx: Transaction,
  propertyId: number | null,
  now: Date,
  maxPerType = MAX_CANDIDATES_PER_TYPE,
): Promise<OfferedProperty[]> {
  const found = await rows<{
    id: number;
    ownerId: string;
    name: string;
    type: InvestableType;
    yieldBps: BasisPoints;
    priceCents: Cents;
    available: number;
    minimumOrder: number;
    isHalted: boolean;
    matchedShares: number | null;
    matchesUntilMs: number | null;
  }>(
    tx,
    sql`with waiting as materialized (${WAITING_MATCHES}),
        offered as (
          select p.id, p.owner_id, p.name, p.annual_yield, p.price_per_share, a.balance, o.minimum_order_shares,
                 ${investableTypeIn(sql`p.property_type`, sql`p.subtype`)} as type
          from properties p
          join offerings o on o.property_id = p.id
          join ledger_accounts a on a.property_id = p.id and a.kind = 'property_available'
          where p.status = 'approved' and a.balance > 0
            and ${propertyId === null ? sql`true` : sql`p.id = ${propertyId}`}
            and (o.status = 'funded' or (o.status = 'open' and (o.deadline is null or o.deadline > ${now.toISOString()}::timestamptz)))),
        ranked as (
          select *, row_number() over (partition by type order by annual_yield desc, id desc) as rank from offered)
        select p.id, p.owner_id as "ownerId", p.name, p.type,
               ${bpsOfPercent('p.annual_yield')} as "yieldBps", ${centsOf('p.price_per_share')} as "priceCents",
               p.balance::float8 as available, p.minimum_order_shares as "minimumOrder",
               b.halted_at is not null as "isHalted",
               w.shares as "matchedShares", ${epochMs('w.execute_at')} as "matchesUntilMs"
        from ranked p
        left join resale_books b on b.property_id = p.id
        left join waiting w on w.property_id = p.id
        where p.rank <= ${maxPerType}
        order by p.annual_yield desc, p.id desc`,
  );
  return found.map((one) => ({
    propertyId: one.id,
    ownerId: one.ownerId,
    name: one.name,
    annualYieldBps: one.yieldBps,
    type: one.type,
    pricePerShareCents: one.priceCents,
    availableShares: one.available,
    minimumOrderShares: one.minimumOrder,
    isHalted: one.isHalted,
    matches:
      one.matchedShares && one.matchesUntilMs
        ? { shares: one.matchedShares, until: new Date(one.matchesUntilMs) }
        : null,
  }));
}

/** Facts of a run: `factsOf` answers for one person and property, `spend` counts what people get. */
export interface RunState {
  factsOf(userId: string, property: OfferedProperty): InvestorFacts;
  spend(userId: string, order: { amountCents: Cents; totalCents: Cents }): void;
  /** People who have to accept new legal documents before anything is bought for them. */
  withoutConsent: ReadonlySet<string>;
}

const keysOf = (found: readonly HoldingKey[]) => new Set(found.map(holdingKey));
const amountsOf = (found: readonly { userId: string; amountCents: Cents }[]) =>
  new Map(found.map(({ userId, amountCents }) => [userId, amountCents]));

/** The rows that queries find about people, read about at most `maxPeople` at a time. */
async function readAbout<Found extends { readonly [Name in keyof Found]: readonly unknown[] }>(
  tx: Transaction,
  userIds: readonly string[],
  maxPeople: number,
  queriesAbout: (some: readonly string[]) => { readonly [Name in keyof Found]: SQL | null },
): Promise<Found> {
  const parts: Found[] = [];
  for (const some of statementParts(userIds, maxPeople))
    parts.push(await readTogether<Found>(tx, queriesAbout(some)));
  const names = Object.keys(queriesAbout([])) as (keyof Found)[];
  return Object.fromEntries(
    names.map((name) => [name, parts.flatMap((part) => part[name])]),
  ) as unknown as Found;
}

/** Loads the facts about these people that the run needs, for every property. */
export async function loadRunState(
  tx: Transaction,
  people: readonly Person[],
  now: Date,
  investing: Config['investing'],
  maxPeople = MAX_READ_PEOPLE,
): Promise<RunState> {
  const ids = people.map(({ userId }) => userId);
  const facts = await readAbout<RunFacts>(tx, ids, maxPeople, (some) => factQueries(some, now));
  const found = await readAbout<EligibilityRows>(tx, ids, maxPeople, (some) =>
    eligibilityQueries(some, now, investing),
  );
  const eligibility = await eligibilityFrom(tx, { buyers: ids, found, now, investing });
  const withoutConsent = new Set<string>();
  for (const some of statementParts(ids, maxPeople))
    for (const id of await withoutConsentAmong(tx, some, now)) withoutConsent.add(id);
  const [cancelled, bought, skipped] = [facts.cancelled, facts.bought, facts.skipped].map(keysOf);
  const invested = new Map(facts.invested.map((one) => [holdingKey(one), one.amountCents]));
  const matched = new Map(facts.matched.map((one) => [holdingKey(one), one.untilMs]));
  const [month, cash] = [amountsOf(facts.month), amountsOf(facts.cash)];
  const frozen = new Set(facts.frozen.map(({ userId }) => userId));
  const othersOf = (userId: string) =>
    (eligibility.otherAccounts.get(userId) ?? []).map(({ otherId }) => otherId);
  const spent = new Map<string, Cents>();
  const spentBy = (userIds: readonly string[]) =>
    userIds.reduce((sum, userId) => sum + (spent.get(userId) ?? 0), 0);
  const spend: RunState['spend'] = (userId, { amountCents, totalCents }) => {
    spent.set(userId, (spent.get(userId) ?? 0) + amountCents);
    cash.set(userId, (cash.get(userId) ?? 0) - totalCents);
  };
  const buying = keysOf(facts.allocated);
  for (const { userId, propertyId, shares, priceCents } of facts.allocated) {
    const quote = quotePurchase(shares, priceCents);
    const key = holdingKey({ userId, propertyId });
    invested.set(key, (invested.get(key) ?? 0) + quote.amountCents);
    spend(userId, quote);
  }
  return {
    spend,
    withoutConsent,
    factsOf(userId, { propertyId, ownerId }) {
      const key = holdingKey({ userId, propertyId });
      const untilMs = matched.get(key);
      const left = limitLeftCents(eligibility, userId, now);
      return {
        isFrozen: frozen.has(userId),
        needsKyc: eligibility.unverified.has(userId),
        needsConsent: withoutConsent.has(userId),
        ownsProperty: userId === ownerId || othersOf(userId).includes(ownerId),
        hasCancelled: cancelled?.has(key) === true,
        hasSkipped: skipped?.has(key) === true,
        hasBought: bought?.has(key) === true,
        isBuying: buying.has(key),
        matchedUntil: untilMs === undefined ? null : new Date(untilMs),
        investedCents: invested.get(key) ?? 0,
        autoInvestedThisMonthCents: (month.get(userId) ?? 0) + spentBy([userId]),
        limitLeftCents: left === null ? null : Math.max(0, left - spentBy([userId, ...othersOf(userId)])),
        cashCents: cash.get(userId) ?? 0,
      };
    },
  };
}

/**
 * Purchases by these people, without those that were refunded, in any way they were bought.
 * @param propertyIds of these properties only
 */
export function investedByProperty(people: SQL, propertyIds?: readonly number[]): SQL {
  const chosen = propertyIds ? sql`property_id = any(${integerArray(propertyIds)})` : sql`true`;
  return sql`
    select user_id as "userId", property_id as "propertyId", ${centsOf('sum(amount)')} as "amountCents"
    from (
      select i.user_id, i.property_id, i.total_amount as amount
      from investments i left join investment_refunds r on r.investment_id = i.id
      where i.user_id = any(${people}) and r.investment_id is null
      union all
      select buyer_id, property_id, amount from resale_trades where buyer_id = any(${people})) b
    where ${chosen}
    group by 1, 2`;
}

/**
 * Auto-Invest purchases of these people that were not refunded.
 * @param propertyIds of these properties only
 */
export function boughtByAutoInvest(people: SQL, propertyIds?: readonly number[]): SQL {
  const chosen = propertyIds ? sql`a.property_id = any(${integerArray(propertyIds)})` : sql`true`;
  return sql`
    select distinct a.user_id as "userId", a.property_id as "propertyId"
    from auto_invest_purchases a left join investment_refunds r on r.investment_id = a.investment_id
    where a.user_id = any(${people}) and r.investment_id is null and ${chosen}`;
}

/**
 * The properties of which these people canceled a purchase.
 * @param propertyIds only these of them
 */
export function cancelledBy(people: SQL, propertyIds?: readonly number[]): SQL {
  const chosen = propertyIds ? sql`property_id = any(${integerArray(propertyIds)})` : sql`true`;
  return sql`
    select distinct user_id as "userId", property_id as "propertyId" from investment_refunds
    where user_id = any(${people}) and reason = 'cancelled' and ${chosen}`;
}

/** Auto-Invest purchases of these people since the first of the month (UTC), without those that were refunded. */
export const autoInvestedThisMonth = (people: SQL, now: Date) => sql`
  select a.user_id as "userId", ${centsOf('sum(a.amount)')} as "amountCents"
  from auto_invest_purchases a left join investment_refunds r on r.investment_id = a.investment_id
  where a.user_id = any(${people}) and a.created_at >= ${startOfMonth(now).toISOString()}::timestamptz
    and r.investment_id is null
  group by 1`;

/** What the monthly plans of this month and the one before have bought for these people, refunded or not. */
export const boughtByPlans = (people: SQL, now: Date) => sql`
  select a.user_id as "userId", d.plan_month as "planMonth", ${centsOf('sum(a.amount)')} as "amountCents"
  from auto_invest_purchases a join auto_invest_decisions d on d.id = a.decision_id
  where a.user_id = any(${people}) and d.plan_month is not null
    and a.created_at >= ${monthStart(monthOf(now), -1).toISOString()}::timestamptz
  group by 1, 2`;

function factQueries(userIds: readonly string[], now: Date) {
  const people = textArray(userIds);
  return {
    invested: investedByProperty(people),
    cancelled: cancelledBy(people),
    bought: boughtByAutoInvest(people),
    // Of runs that are not finished: it is spent, although its purchase is still to come.
    allocated: sql`select d.user_id as "userId", d.property_id as "propertyId", d.allocated_shares as shares,
        ${centsOf('p.price_per_share')} as "priceCents"
      from auto_invest_decisions d join properties p on p.id = d.property_id
      where d.user_id = any(${people}) and d.outcome = 'allocated'
        and not exists (select 1 from auto_invest_purchases a where a.decision_id = d.id)`,
    skipped: sql`select distinct user_id as "userId", property_id as "propertyId" from auto_invest_decisions
      where user_id = any(${people}) and outcome = 'skipped'`,
    matched: sql`select d.user_id as "userId", d.property_id as "propertyId",
        ${epochMs('r.execute_at')} as "untilMs"
      from auto_invest_decisions d join auto_invest_runs r on r.id = d.run_id
      where d.user_id = any(${people}) and d.outcome = 'matched'`,
    month: autoInvestedThisMonth(people, now),
    cash: sql`select user_id as "userId", balance::float8 as "amountCents" from ledger_accounts
      where id = any(${textArray(userIds.map((id) => accounts.userCash(id).id))})`,
    frozen: frozenAccountsOf(userIds),
  };
}
