import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { invariants } from '#app/server/slices.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { onSnapshot } from '#platform/server/database/snapshot.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { driftOf } from '#platform/server/verification/invariants.ts';

/**
 * Expects every invariant to hold, or these, to the cent and the share. Call it at the end of each file with a money path:
 * what a test leaves broken, with people and properties of its own, is still broken then. States that pass, such as
 * transfers on their way, are checked after each test.
 */
export async function expectBooksBalance({ db }: Platform, checked = invariants): Promise<void> {
  const broken = await onSnapshot(db, async (tx) => {
    const found = [];
    // Not by `verify`: it also counts what it checks, which is half of its work.
    for (const invariant of checked.filter(({ warning }) => !warning)) {
      const { drifted, drifts } = await driftOf(tx, invariant);
      if (drifted > 0) found.push({ invariant: invariant.name, drifts });
    }
    return found;
  });
  expect(broken).toEqual([]);
}

/** A snapshot of the ledger and its records, to prove that a refusal changed nothing. */
export async function ledgerState({ db }: Platform): Promise<unknown> {
  const [state] = await rows(
    db,
    sql`select (select string_agg(id || ': ' || balance, E'\n' order by id) from ledger_accounts) as balances,
               (select count(*)::int from ledger_transfers) as transfers,
               (select count(*)::int from audit_log) as entries,
               (select count(*)::int from investments) as purchases,
               (select count(*)::int from outbox_events) as events`,
  );
  return state;
}

export async function cashOf(db: Queryable, userId: string): Promise<number> {
  return balanceOf(db, accounts.userCash(userId));
}

/** The code of the refusal that a call ends with. Fails when the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof DomainError) return error.code;
    const cause = (error as Error).cause;
    if (cause instanceof DomainError) return cause.code;
    throw error;
  }
  throw new Error('The call was not refused.');
}

/** Number of transactions that wait for locks, on Postgres. */
export async function waitingForLocks({ db }: Platform): Promise<number> {
  const [found] = await rows<{ many: number }>(
    db,
    sql`select count(*)::int as many from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return found?.many ?? 0;
}

/** Number of these calls that succeeded, and the codes with which the others were refused. */
export async function outcomes<Value>(calls: readonly Promise<Value>[]) {
  const settled = await Promise.allSettled(calls);
  const done = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const refused = await Promise.all(
    settled.flatMap((one) => (one.status === 'rejected' ? [refusalOf(Promise.reject(one.reason))] : [])),
  );
  return { done, refused };
}

/** Every item of a paged list, page by page; fails when an item comes twice. */
export async function allPages<Item extends { id: string | number }>(
  page: (cursor: string | null) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const seen: Item[] = [];
  let cursor: string | null = null;
  do {
    const { items, nextCursor } = await page(cursor);
    seen.push(...items);
    cursor = nextCursor;
  } while (cursor !== null);
  expect(new Set(seen.map(({ id }) => id)).size).toBe(seen.length);
  return seen;
}
