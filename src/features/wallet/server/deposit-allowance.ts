import { and, eq, gte, ne, sql } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { bankTransfers } from '#db/schema/wallet.ts';
import { startOfDay, startOfMonth } from '#kernel/time.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { type DepositAllowance, instantLeft, unconfirmedLeft } from '../wallet.rules.ts';

const sumOfCents = (condition: ReturnType<typeof sql>) =>
  sql<number>`coalesce(sum(${bankTransfers.amountCents} * 100) filter (where ${condition}), 0)::float8`;

/**
 * What a person may still deposit: immediately today, and without a confirmed email this month. Failed ones do not count.
 * A command that decides by it holds the lock on the user's row.
 */
export async function depositAllowance(db: Queryable, userId: string, now: Date): Promise<DepositAllowance> {
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
