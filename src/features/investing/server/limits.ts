import { type SQL, sql } from 'drizzle-orm';
import type { Cents } from '#kernel/money.ts';
import type { Batch, Decided } from '#platform/server/batched-command.ts';
import type { UserActor } from '#platform/server/caller.ts';
import { insertion, textArray, type Write } from '#platform/server/columns.ts';
import type { Config } from '#platform/server/config.ts';
import { jsonRows, readTogether, rows, type Transaction } from '#platform/server/db.ts';
import type { Platform } from '#platform/server/platform.ts';
import type { InvestingLimits, InvestmentReceipt } from '../investing.contract.ts';
import { investingMonth, type LimitCents, limitsLeft, type PurchaseQuote } from '../investing.rules.ts';

/** What buyers have invested so far, by person and month, and who of them still has to verify their identity. */
export interface Standing {
  limits: LimitCents;
  invested: Map<string, Map<string, Cents>>;
  unverified: ReadonlySet<string>;
}

/** What is read to know where buyers stand. */
export interface StandingRows {
  invested: { userId: string; month: string; amount: Cents }[];
  verified: { id: string }[];
}

/** Queries for where buyers stand in the calendar year; for a purchase, once their cash is locked. */
export function standingQueries(
  buyers: readonly string[],
  now: Date,
  { kycRequired, ...limits }: Config['investing'],
): { [Name in keyof StandingRows]: SQL | null } {
  const people = textArray(buyers);
  const isLimited = limits.monthlyCents !== null || limits.annualCents !== null;
  return {
    invested: isLimited
      ? sql`select user_id as "userId", month, amount_cents as amount from invested_months
            where user_id = any(${people}) and month >= ${`${now.getUTCFullYear()}-01`}`
      : null,
    verified: kycRequired
      ? sql`select user_id as id from kyc_applications where user_id = any(${people}) and status = 'approved'`
      : null,
  };
}

/** Where these buyers stand, by what those queries found. */
export function standingFrom(
  found: StandingRows,
  buyers: readonly string[],
  { kycRequired, ...limits }: Config['investing'],
): Standing {
  const invested = new Map<string, Map<string, Cents>>();
  for (const { userId, month, amount } of found.invested) {
    invested.set(userId, (invested.get(userId) ?? new Map()).set(month, amount));
  }
  const verified = new Set(found.verified.map(({ id }) => id));
  return {
    limits,
    invested,
    unverified: new Set(kycRequired ? buyers.filter((id) => !verified.has(id)) : []),
  };
}

/** What adds purchases to what their buyers have invested in the month; one row for each buyer, and none that two share. */
export function invested({ items, now }: Batch<Decided<unknown, InvestmentReceipt, PurchaseQuote>>): Write {
  const sums = new Map<string, Cents>();
  for (const { actor, row } of items) {
    sums.set(actor.userId, (sums.get(actor.userId) ?? 0) + row.amountCents);
  }
  return insertion(
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

/** Takes purchases that were given back from what their buyers had invested in the month in which they bought. */
export async function subtractInvested(
  tx: Transaction,
  purchases: readonly { userId: string; createdAt: Date; totalAmountCents: Cents }[],
): Promise<void> {
  const given = purchases.map(({ userId, createdAt, totalAmountCents }) => ({
    userId,
    month: investingMonth(createdAt),
    amount: totalAmountCents,
  }));
  await rows(
    tx,
    sql`update invested_months m set amount_cents = m.amount_cents - s.amount
        from (select "userId", month, sum(amount)::bigint as amount
              from json_to_recordset(${jsonRows(given)}) as r("userId" text, month text, amount bigint)
              group by 1, 2) s
        where m.user_id = s."userId" and m.month = s.month`,
  );
}

/** What the caller may still invest, and whether their identity has to be verified first. */
export async function limits({ db, config, clock }: Platform, actor: UserActor): Promise<InvestingLimits> {
  const now = clock.now();
  const buyers = [actor.userId];
  const found = await readTogether<StandingRows>(db, standingQueries(buyers, now, config.investing));
  const standing = standingFrom(found, buyers, config.investing);
  return {
    kycRequired: standing.unverified.has(actor.userId),
    ...limitsLeft(standing.limits, standing.invested.get(actor.userId) ?? new Map(), now),
  };
}
