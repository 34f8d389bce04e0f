import { sql } from 'drizzle-orm';
import {
  datesOf,
  decidedAmong,
  distributionIdOf,
  nextPaymentDate,
  type PayoutDue,
  payoutsDue,
  quarterOf,
} from '#features/distributions/server/index.ts';
import { accounts, entriesOf } from '#features/ledger/server/index.ts';
import { groupBy } from '#kernel/group-by.ts';
import type { Cents } from '#kernel/money.ts';
import { monthAfter, monthOf } from '#kernel/months.ts';
import { after, startOfDay } from '#kernel/time.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { MAX_NAMED_PROPERTIES, type PortfolioIncome, type UpcomingPayment } from '../portfolio.contract.ts';
import { expectedPayout, incomeMonths } from '../portfolio.rules.ts';
import { incomesBefore, type PropertyIncome } from './portfolio.queries.ts';

const MAX_SHOWN_PAYMENTS = 2;

interface MonthlyPayout extends Record<string, unknown> {
  month: string;
  propertyId: number;
  cents: Cents;
}

/** Distributions as the ledger has them, by month and property. */
function receivedOf(db: Database, userId: string): Promise<MonthlyPayout[]> {
  return rows<MonthlyPayout>(
    db,
    sql`select to_char(at at time zone 'UTC', 'YYYY-MM') as month,
               substring(counterparty from '^property:([0-9]+):')::int as "propertyId", sum(amount)::float8 as cents
        from (${entriesOf(accounts.userCash(userId))}) entries
        where code = 'distribution' group by 1, 2 order by 1, 2`,
  );
}

interface Payment extends Omit<UpcomingPayment, 'payAt' | 'month'> {
  payAt: Date;
}

type PaymentPart = Pick<PayoutDue, 'propertyId' | 'name' | 'amountCents'>;

/** What several properties pay at one moment. */
function paymentOf(
  when: Pick<Payment, 'payAt' | 'isApproved' | 'isLate'>,
  parts: readonly PaymentPart[],
): Payment {
  const paying = parts
    .filter(({ amountCents }) => amountCents > 0)
    .sort((one, other) => other.amountCents - one.amountCents);
  return {
    ...when,
    amountCents: paying.reduce((sum, { amountCents }) => sum + amountCents, 0),
    propertyCount: paying.length,
    properties: paying.slice(0, MAX_NAMED_PROPERTIES).map(({ propertyId, name }) => ({ propertyId, name })),
  };
}

/** The last quarter whose payment day has passed, as it may be paid late, and those of the next payments. */
function expectedQuarters(now: Date): string[] {
  const first = monthOf(nextPaymentDate(now));
  return Array.from({ length: 1 + MAX_SHOWN_PAYMENTS }, (_, index) =>
    quarterOf(monthAfter(first, 3 * (index - 1) - 1)),
  );
}

interface ExpectedQuarter {
  quarter: string;
  /** Of the shares that the quarter is paid for: those held on its record date, or now while that is to come. */
  incomes: readonly PropertyIncome[];
}

/** The coming payments: payouts of approved statements, and projected income for quarters that nobody has decided on. */
function paymentsOf(
  quarters: readonly ExpectedQuarter[],
  { due, decided, now }: { due: readonly PayoutDue[]; decided: ReadonlySet<string>; now: Date },
): Payment[] {
  const approved = [...groupBy(due, ({ payAt }) => payAt)].map(([payAt, parts]) =>
    paymentOf({ payAt: new Date(Math.max(payAt, now.getTime())), isApproved: true, isLate: false }, parts),
  );
  const today = startOfDay(now);
  const expected = quarters.map(({ quarter, incomes }): Payment => {
    const parts = incomes
      .filter(({ propertyId }) => !decided.has(distributionIdOf(propertyId, quarter)))
      .map((one) => ({ ...one, amountCents: expectedPayout(one.monthlyIncomeCents) }));
    const { payAt } = datesOf(quarter);
    // Late when its day has passed and its statement is not approved.
    return paymentOf({ payAt, isApproved: false, isLate: payAt < today }, parts);
  });
  return [...approved, ...expected]
    .filter(({ amountCents }) => amountCents > 0)
    .sort((one, two) => one.payAt.getTime() - two.payAt.getTime());
}

function sumBy<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  centsOf: (item: Item) => Cents,
) {
  const sums = new Map<Key, Cents>();
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + centsOf(item));
  return sums;
}

/** Income of the portfolio's distributions, and the expected income of the next ones. */
export async function income(platform: Platform, actor: UserActor): Promise<PortfolioIncome> {
  const { db, clock } = platform;
  const now = clock.now();
  const untilNow = after(now, 1);
  const [quarters, received, due] = await Promise.all([
    Promise.all(
      expectedQuarters(now).map(async (quarter): Promise<ExpectedQuarter> => {
        const { recordAt } = datesOf(quarter);
        const moment = new Date(Math.min(recordAt.getTime(), untilNow.getTime()));
        return { quarter, incomes: await incomesBefore(platform, actor, moment) };
      }),
    ),
    receivedOf(db, actor.userId),
    payoutsDue(db, actor.userId),
  ]);
  const statements = quarters.flatMap(({ quarter, incomes }) =>
    incomes.map(({ propertyId }) => distributionIdOf(propertyId, quarter)),
  );
  const payments = paymentsOf(quarters, { due, decided: await decidedAmong(db, statements), now });
  const byProperty = sumBy(
    received,
    ({ propertyId }) => propertyId,
    ({ cents }) => cents,
  );
  const byMonth = sumBy(
    received,
    ({ month }) => month,
    ({ cents }) => cents,
  );
  const upcoming = payments.map(({ payAt, ...payment }) => ({
    ...payment,
    payAt: payAt.toISOString(),
    month: monthOf(payment.isLate ? now : payAt),
  }));
  const expected = sumBy(
    upcoming,
    ({ month }) => month,
    ({ amountCents }) => amountCents,
  );
  return {
    receivedCents: received.reduce((sum, { cents }) => sum + cents, 0),
    receivedThisMonthCents: byMonth.get(monthOf(now)) ?? 0,
    months: incomeMonths(byMonth, expected, now),
    upcoming,
    properties: [...byProperty].map(([propertyId, receivedCents]) => ({ propertyId, receivedCents })),
  };
}
