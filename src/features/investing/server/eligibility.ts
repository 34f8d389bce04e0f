import { type SQL, sql } from 'drizzle-orm';
import { accounts } from '#features/ledger/server/index.ts';
import { otherAccountsOf } from '#features/ownership/server/index.ts';
import { groupBy } from '#kernel/group-by.ts';
import type { Cents } from '#kernel/money.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { insertRows, statementParts, textArray, type Write } from '#platform/server/database/columns.ts';
import { awaitAll, readTogether, rows, type StatementRunner } from '#platform/server/database/db.ts';
import type { Config } from '#platform/server/runtime/config.ts';
import {
  type BuyerFacts,
  investingMonth,
  type LimitCents,
  limitsLeft,
  overLimit,
  type Spending,
} from '../investing.rules.ts';

/** The state that decides how much these buyers may still invest, wherever they buy; a batch adds its own purchases and bids to it. */
export interface BuyerEligibility {
  limits: LimitCents;
  /** By account and month. */
  invested: Map<string, Map<string, Cents>>;
  /** For open bids, by account. */
  reserved: Map<string, Cents>;
  /** By buyer, the accounts with the buyer's verified tax number: one person has one limit. */
  otherAccounts: ReadonlyMap<string, readonly OtherAccount[]>;
  unverified: ReadonlySet<string>;
}

interface OtherAccount {
  userId: string;
  otherId: string;
}

interface SpendingRows {
  invested: { userId: string; month: string; amountCents: Cents }[];
  reserved: { userId: string; amountCents: Cents }[];
}

/** The rows of `eligibilityQueries`. */
export interface EligibilityRows extends SpendingRows {
  others: OtherAccount[];
  verified: { id: string }[];
}

type InvestingConfig = Config['investing'];
type Queries<Found> = { [Name in keyof Found]: SQL | null };

const isLimited = ({ monthlyCents, annualCents }: LimitCents) =>
  monthlyCents !== null || annualCents !== null;

/** Queries for how much buyers may still invest this year; for a purchase or a bid, once their cash is locked. */
export function eligibilityQueries(
  buyers: readonly string[],
  now: Date,
  investing: InvestingConfig,
): Queries<EligibilityRows> {
  if (buyers.length === 0) return { invested: null, reserved: null, others: null, verified: null };
  const people = textArray(buyers);
  return {
    ...spendingQueries(buyers, now, investing),
    others: otherAccountsOf(people),
    verified: investing.requiresKyc
      ? sql`select user_id as id from kyc_applications where user_id = any(${people}) and status = 'approved'`
      : null,
  };
}

/** Whether a person is verified as far as buying requires it, as a condition on an id. */
export const isVerifiedToBuy = (userId: SQL, { requiresKyc }: Pick<InvestingConfig, 'requiresKyc'>): SQL =>
  requiresKyc
    ? sql`exists (select 1 from kyc_applications k where k.user_id = ${userId} and k.status = 'approved')`
    : sql`true`;

function spendingQueries(
  userIds: readonly string[],
  now: Date,
  investing: InvestingConfig,
): Queries<SpendingRows> {
  if (!isLimited(investing)) return { invested: null, reserved: null };
  return {
    invested: sql`select user_id as "userId", month, amount_cents as "amountCents" from invested_months
      where user_id = any(${textArray(userIds)}) and month >= ${`${now.getUTCFullYear()}-01`}`,
    reserved: sql`select user_id as "userId", balance as "amountCents" from ledger_accounts
      where id = any(${textArray(userIds.map((id) => accounts.userBidding(id).id))})`,
  };
}

/** The buyers of an eligibility, with the rows of `eligibilityQueries` about them. */
interface EligibilityRequest {
  buyers: readonly string[];
  found: EligibilityRows;
  now: Date;
  investing: InvestingConfig;
}

/** What these buyers may still invest. Only for those with other accounts it reads once more. */
export async function eligibilityFrom(
  db: StatementRunner,
  { buyers, found, now, investing }: EligibilityRequest,
): Promise<BuyerEligibility> {
  const { requiresKyc, ...limits } = investing;
  const known = new Set(buyers);
  const others = [...new Set(found.others.map(({ otherId }) => otherId))].filter((id) => !known.has(id));
  const ofOthers: SpendingRows = { invested: [], reserved: [] };
  for (const some of statementParts(others)) {
    const part = await readTogether<SpendingRows>(db, spendingQueries(some, now, investing));
    ofOthers.invested.push(...part.invested);
    ofOthers.reserved.push(...part.reserved);
  }
  const invested = new Map<string, Map<string, Cents>>();
  for (const { userId, month, amountCents } of [...found.invested, ...ofOthers.invested]) {
    invested.set(userId, (invested.get(userId) ?? new Map()).set(month, amountCents));
  }
  const reserved = [...found.reserved, ...ofOthers.reserved];
  const verified = new Set(found.verified.map(({ id }) => id));
  return {
    limits,
    invested,
    reserved: new Map(reserved.map(({ userId, amountCents }) => [userId, amountCents])),
    otherAccounts: groupBy(found.others, ({ userId }) => userId),
    unverified: new Set(requiresKyc ? buyers.filter((id) => !verified.has(id)) : []),
  };
}

/**
 * The facts about buyers for purchases and bids that are decided now. A buyer's cash is locked, but not that of their other accounts:
 * so the person is locked, by their identity checks, and two accounts of one person never both spend what is left of a
 * limit.
 */
export async function lockEligibility(
  tx: StatementRunner,
  request: EligibilityRequest,
): Promise<BuyerEligibility> {
  const { others } = request.found;
  if (others.length === 0 || !isLimited(request.investing)) return eligibilityFrom(tx, request);
  const person = textArray([...new Set(others.flatMap(({ userId, otherId }) => [userId, otherId]))]);
  const [, eligibility] = await awaitAll([
    rows(
      tx,
      sql`select user_id from kyc_applications where user_id = any(${person}) order by user_id for no key update`,
    ),
    eligibilityFrom(tx, request),
  ]);
  return eligibility;
}

/** What a person has invested and reserved, with their other accounts. */
export function spendingOf(
  { invested, reserved, otherAccounts }: BuyerEligibility,
  userId: string,
): Spending {
  const own = { investedIn: invested.get(userId) ?? new Map(), reservedCents: reserved.get(userId) ?? 0 };
  const others = otherAccounts.get(userId);
  if (!others) return own;
  const investedIn = new Map<string, Cents>(own.investedIn);
  let { reservedCents } = own;
  for (const { otherId } of others) {
    for (const [month, cents] of invested.get(otherId) ?? []) {
      investedIn.set(month, (investedIn.get(month) ?? 0) + cents);
    }
    reservedCents += reserved.get(otherId) ?? 0;
  }
  return { investedIn, reservedCents };
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

/** Counts an accepted purchase or bid, for those of the same batch that come after it. */
export function countSpending(
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
export function investedMonthsWrite(
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
      amount_cents: ['bigint', ([, cents]) => cents],
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
