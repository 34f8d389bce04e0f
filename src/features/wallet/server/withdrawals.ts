import { and, desc, eq, ilike, isNull, lt, or, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { frozenAccounts } from '#db/schema/platform.ts';
import { bankTransfers } from '#db/schema/wallet.ts';
import { fullName } from '#kernel/person.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, patternContaining } from '#platform/server/database/db.ts';
import type { AdminWithdrawal, withdrawalsInput } from '../wallet.contract.ts';
import { transferView } from './wallet.queries.ts';

type WithdrawalFilter = z.output<typeof withdrawalsInput>;

/** Everyone's withdrawals, for admins, the newest first. */
export async function withdrawals(
  db: Database,
  { q, state, cursor, limit }: WithdrawalFilter,
): Promise<{ items: AdminWithdrawal[]; nextCursor: string | null }> {
  const [last] = cursor === undefined ? [] : readCursor(cursor, cursorPart.uuid);
  const found = await db
    .select({ transfer: bankTransfers, user: users, frozenAt: frozenAccounts.frozenAt })
    .from(bankTransfers)
    .innerJoin(users, eq(users.id, bankTransfers.userId))
    .leftJoin(frozenAccounts, eq(frozenAccounts.userId, bankTransfers.userId))
    .where(
      and(
        eq(bankTransfers.direction, 'withdrawal'),
        inState(state),
        q
          ? or(
              eq(users.id, q),
              sql`${bankTransfers.id}::text = ${q}`,
              ilike(users.email, patternContaining(q)),
            )
          : undefined,
        last === undefined ? undefined : lt(bankTransfers.id, last),
      ),
    )
    .orderBy(desc(bankTransfers.id))
    .limit(limit + 1);
  const items = found.map(({ transfer, user, frozenAt }): AdminWithdrawal => {
    const { direction: _, ...view } = transferView(transfer);
    return {
      ...view,
      sentAt: transfer.sentAt?.toISOString() ?? null,
      person: {
        id: user.id,
        name: fullName(user),
        email: user.email,
        frozen: frozenAt !== null,
      },
    };
  });
  return cutPage(items, limit, (last) => last.id);
}

function inState(state: WithdrawalFilter['state']): SQL | undefined {
  if (state === 'held') return eq(bankTransfers.status, 'held');
  return state === 'unsent'
    ? and(eq(bankTransfers.status, 'pending'), isNull(bankTransfers.sentAt))
    : undefined;
}
