import { and, desc, eq, ilike, isNotNull, lt, or } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { frozenAccounts } from '#db/schema/platform.ts';
import { cursorPart, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, patternContaining } from '#platform/server/database/db.ts';
import type { PersonOfList, peopleInput } from '../back-office.contract.ts';

/** People with an account, the newest first. */
export async function people(
  db: Database,
  { q, state, cursor, limit }: z.output<typeof peopleInput>,
): Promise<{ items: PersonOfList[]; nextCursor: string | null }> {
  const [before] = cursor === undefined ? [] : readCursor(cursor, cursorPart.userId);
  const found = await db
    .select({ user: users, frozen: frozenAccounts, cash: ledgerAccounts.balance })
    .from(users)
    .leftJoin(frozenAccounts, eq(frozenAccounts.userId, users.id))
    .leftJoin(ledgerAccounts, and(eq(ledgerAccounts.userId, users.id), eq(ledgerAccounts.kind, 'user_cash')))
    .where(
      and(
        q ? or(eq(users.id, q), ilike(users.email, patternContaining(q))) : undefined,
        state === 'frozen' ? isNotNull(frozenAccounts.userId) : undefined,
        before === undefined ? undefined : lt(users.id, before),
      ),
    )
    .orderBy(desc(users.id))
    .limit(limit + 1);
  const items = found.slice(0, limit).map(
    ({ user, frozen, cash }): PersonOfList => ({
      id: user.id,
      name: `${user.firstName} ${user.lastName}`,
      email: user.email,
      emailConfirmed: user.emailConfirmedAt !== null,
      role: user.role,
      availableCents: cash ?? 0,
      createdAt: user.createdAt.toISOString(),
      frozen: frozen && { reason: frozen.reason, since: frozen.frozenAt.toISOString() },
    }),
  );
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}
