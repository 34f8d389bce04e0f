import { and, eq, gte, ne, sql } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { bankTransfers } from '#db/schema/wallet.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Cents } from '#kernel/money.ts';
import { startOfDay, startOfMonth } from '#kernel/time.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { walletErrors } from '../wallet.contract.ts';
import { instantLeft, unconfirmedLeft } from '../wallet.rules.ts';

interface Allowance {
  /** Amount that is still available immediately when it is deposited today. */
  instantLeftCents: Cents;
  /** Amount that may still be deposited this month before the email is confirmed; null when it is. */
  unconfirmedLeftCents: Cents | null;
}

const sumOfCents = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(${bankTransfers.amountCents} * 100) filter (where ${condition}), 0)::float8`;

/** What a person may still deposit: immediately today, and without a confirmed email this month. Failed ones do not count. */
export async function depositAllowance(db: Queryable, userId: string, now: Date): Promise<Allowance> {
  const today = startOfDay(now).toISOString();
  const [spent] = await db
    .select({
      instantToday: sumOfCents(
        sql`${bankTransfers.instant} and ${bankTransfers.createdAt} >= ${today}::timestamptz`,
      ),
      thisMonth: sumOfCents(sql`true`),
    })
    .from(bankTransfers)
    .where(
      and(
        eq(bankTransfers.userId, userId),
        eq(bankTransfers.direction, 'deposit'),
        ne(bankTransfers.status, 'failed'),
        gte(bankTransfers.createdAt, startOfMonth(now)),
      ),
    );
  const [user] = await db.select({ at: users.emailConfirmedAt }).from(users).where(eq(users.id, userId));
  return {
    instantLeftCents: instantLeft(spent?.instantToday ?? 0),
    unconfirmedLeftCents: user?.at ? null : unconfirmedLeft(spent?.thisMonth ?? 0),
  };
}

/**
 * Whether a deposit is available immediately; the person's row is locked, so that concurrent deposits are serialized.
 * @throws DEPOSIT_NEEDS_EMAIL
 */
export async function isInstantDeposit(
  tx: Queryable,
  { userId, amountCents, now }: { userId: string; amountCents: Cents; now: Date },
): Promise<boolean> {
  const { instantLeftCents, unconfirmedLeftCents } = await depositAllowance(tx, userId, now);
  if (unconfirmedLeftCents !== null && amountCents > unconfirmedLeftCents) {
    throw new DomainError(walletErrors.DEPOSIT_NEEDS_EMAIL);
  }
  return amountCents <= instantLeftCents;
}
