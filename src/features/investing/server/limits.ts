import { type SQL, sql } from 'drizzle-orm';
import { accounts } from '#features/ledger/server/index.ts';
import type { Cents } from '#kernel/money.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { insertRows, textArray, type Write } from '#platform/server/database/columns.ts';
import { readTogether, rows } from '#platform/server/database/db.ts';
import type { Config } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { InvestingLimits } from '../investing.contract.ts';
import {
  type BuyerFacts,
  investingMonth,
  type LimitCents,
  limitsLeft,
  overLimit,
  type Spending,
} from '../investing.rules.ts';

/** The state that decides how much these buyers may still invest, wherever they buy; a batch adds its own orders to it. */
export interface BuyerEligibility {
  limits: LimitCents;
  /** By person and month. */
  invested: Map<string, Map<string, Cents>>;
  /** For open bids, by person. */
  reserved: Map<string, Cents>;
  unverified: ReadonlySet<string>;
}

/** The rows of `eligibilityQueries`. */
export interface EligibilityRows {
  invested: { userId: string; month: string; amount: Cents }[];
  reserved: { userId: string; amount: Cents }[];
  verified: { id: string }[];
}

/** Queries for how much buyers may still invest this year; for an order, once their cash is locked. */
export function eligibilityQueries(
  buyers: readonly string[],
  now: Date,
  { requiresKyc, ...limits }: Config['investing'],
): { [Name in keyof EligibilityRows]: SQL | null } {
  if (buyers.length === 0) return { invested: null, reserved: null, verified: null };
  const people = textArray(buyers);
  const isLimited = limits.monthlyCents !== null || limits.annualCents !== null;
  return {
    invested: isLimited
      ? sql`select user_id as "userId", month, amount_cents as amount from invested_months
            where user_id = any(${people}) and month >= ${`${now.getUTCFullYear()}-01`}`
      : null,
    reserved: isLimited
      ? sql`select user_id as "userId", balance as amount from ledger_accounts
            where id = any(${textArray(buyers.map((id) => accounts.userBidding(id).id))})`
      : null,
    verified: requiresKyc
      ? sql`select user_id as id from kyc_applications where user_id = any(${people}) and status = 'approved'`
      : null,
  };
}

/** What these buyers may still invest, from the rows of those queries. */
export function eligibilityFrom(
  found: EligibilityRows,
  buyers: readonly string[],
  { requiresKyc, ...limits }: Config['investing'],
): BuyerEligibility {
  const invested = new Map<string, Map<string, Cents>>();
  for (const { userId, month, amount } of found.invested) {
    invested.set(userId, (invested.get(userId) ?? new Map()).set(month, amount));
  }
  const verified = new Set(found.verified.map(({ id }) => id));
  return {
    limits,
    invested,
    reserved: new Map(found.reserved.map(({ userId, amount }) => [userId, amount])),
    unverified: new Set(requiresKyc ? buyers.filter((id) => !verified.has(id)) : []),
  };
}

function spendingOf({ invested, reserved }: BuyerEligibility, userId: string): Spending {
  return { investedIn: invested.get(userId) ?? new Map(), reservedCents: reserved.get(userId) ?? 0 };
}

/** What may forbid a buyer to spend so much, without fees, at a moment. */
export function buyerFacts(
  eligibility: BuyerEligibility,
  userId: string,
  { amountCents, now }: { amountCents: Cents; now: Date },
): BuyerFacts {
  return {
    needsKyc: eligibility.unverified.has(userId),
    overLimit: overLimit(amountCents, limitsLeft(eligibility.limits, spendingOf(eligibility, userId), now)),
  };
}

/** Amounts that the limits leave a buyer at a moment, without fees; null where there is no limit. */
export function limitLeftCents(eligibility: BuyerEligibility, userId: string, now: Date): Cents | null {
  const { monthly, annual } = limitsLeft(eligibility.limits, spendingOf(eligibility, userId), now);
  const left = [monthly, annual].flatMap((limit) => (limit ? [limit.leftCents] : []));
  return left.length === 0 ? null : Math.min(...left);
}

/** Counts an accepted order, for the orders of the same batch that come after it. */
export function countOrder(
  { invested, reserved }: BuyerEligibility,
  userId: string,
  { investedCents, reservedCents = 0, now }: { investedCents: Cents; reservedCents?: Cents; now: Date },
): void {
  const month = investingMonth(now);
  const investedIn = invested.get(userId) ?? new Map<string, Cents>();
  invested.set(userId, investedIn.set(month, (investedIn.get(month) ?? 0) + investedCents));
  reserved.set(userId, (reserved.get(userId) ?? 0) + reservedCents);
}

/** The write that adds purchases to the invested amount of their buyers in the month: one row for each buyer. */
export function investedMonths(
  purchases: readonly { userId: string; amountCents: Cents }[],
  now: Date,
): Write {
  const sums = new Map<string, Cents>();
  for (const { userId, amountCents } of purchases) {
    sums.set(userId, (sums.get(userId) ?? 0) + amountCents);
  }
  return insertRows(
    'invested_months',
    [...sums],
    {
      user_id: ['text', ([userId]) => userId],
      month: ['text', investingMonth(now)],
      amount_cents: ['bigint', ([, amount]) => amount],
    },
    ' on conflict (user_id, month) do update set amount_cents = invested_months.amount_cents + excluded.amount_cents',
  );
}

/** Subtracts the refunds of this operation from the amounts invested in the month of each purchase. */
export async function subtractRefunded({ tx, operationId }: Pick<Run, 'tx' | 'operationId'>): Promise<void> {
  await rows(
    tx,
    sql`update invested_months m set amount_cents = m.amount_cents - refunded.cents
        from (select i.user_id, to_char(i.created_at at time zone 'UTC', 'YYYY-MM') as month,
                     (sum(i.total_amount) * 100)::bigint as cents
              from investment_refunds r join investments i on i.id = r.investment_id
              where r.operation_id = ${operationId}::uuid
              group by 1, 2) refunded
        where m.user_id = refunded.user_id and m.month = refunded.month`,
  );
}

/** The caller's remaining limits, and whether their identity has to be verified first. */
export async function limits({ db, config, clock }: Platform, actor: UserActor): Promise<InvestingLimits> {
  const now = clock.now();
  const buyers = [actor.userId];
  const found = await readTogether<EligibilityRows>(db, eligibilityQueries(buyers, now, config.investing));
  const eligibility = eligibilityFrom(found, buyers, config.investing);
  const spending = spendingOf(eligibility, actor.userId);
  return {
    kycRequired: eligibility.unverified.has(actor.userId),
    reservedCents: spending.reservedCents,
    ...limitsLeft(eligibility.limits, spending, now),
  };
}
