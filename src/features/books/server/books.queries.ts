import { desc, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { bankComparisons, verifications } from '#db/schema/books.ts';
import { users } from '#db/schema/identity.ts';
import { fullName } from '#kernel/person.ts';
import { startOfMonth } from '#kernel/time.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import { centsOf } from '#platform/server/database/sql-values.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import {
  type BankComparison,
  type BooksOverview,
  type PropertyBooks,
  type propertyBooksInput,
  SHOWN_MONEY_MONTHS,
  type Verification,
} from '../books.contract.ts';
import { VERIFY } from './books.jobs.ts';

const MAX_LISTED_VERIFICATIONS = 10;

/** The last verification with its findings, and those before it. */
export async function overview({ db, config, payments }: Platform): Promise<BooksOverview> {
  const found = await db
    .select({
      verification: verifications,
      requester: { firstName: users.firstName, lastName: users.lastName },
    })
    .from(verifications)
    .leftJoin(users, eq(users.id, verifications.requestedBy))
    .orderBy(desc(verifications.finishedAt), desc(verifications.id))
    .limit(MAX_LISTED_VERIFICATIONS);
  const history = found.map(({ verification, requester }): Verification => {
    const { id, startedAt, finishedAt, invariants, broken } = verification;
    return {
      id,
      startedAt: startedAt.toISOString(),
      finishedAt: finishedAt.toISOString(),
      requestedBy: requester ? fullName(requester) : verification.requestedBy,
      invariants,
      broken,
    };
  });
  const running = await rows(
    db,
    sql`select 1 as one from jobs where status = 'waiting' and kind = ${VERIFY}
        union all select 1 from outbox_events where dispatched_at is null and type = 'books.verificationRequested'
        limit 1`,
  );
  const [last] = history;
  const [stored] = found;
  return {
    last:
      last && stored
        ? { ...last, drift: stored.verification.drift, ...figuresOf(stored.verification) }
        : null,
    comparison: await comparisonOf(db, 'complete'),
    comparing: await comparisonOf(db, 'running'),
    isVerifying: running.length > 0,
    everyHours: config.verifyHours,
    sandbox: payments.isSandbox,
    history,
  };
}

async function comparisonOf(db: Database, state: 'complete' | 'running'): Promise<BankComparison | null> {
  const { finishedAt } = bankComparisons;
  const [found] = await db
    .select()
    .from(bankComparisons)
    .where(state === 'complete' ? isNotNull(finishedAt) : isNull(finishedAt))
    .orderBy(desc(finishedAt))
    .limit(1);
  if (!found) return null;
  const { compared, differing, differences, ...sums } = found.findings;
  return {
    startedAt: found.startedAt.toISOString(),
    finishedAt: found.finishedAt?.toISOString() ?? null,
    compared,
    bank: { in: Number(sums.bankInCents), out: Number(sums.bankOutCents) },
    own: { in: Number(sums.ownInCents), out: Number(sums.ownOutCents) },
    differing,
    differences,
  };
}

function figuresOf({ books: { trialBalance, transfers } }: typeof verifications.$inferSelect) {
  return {
    trialBalance: trialBalance.map(({ cents, ...kind }) => ({ ...kind, cents: Number(cents) })),
    transfers: transfers.map(({ cents, ...state }) => ({ ...state, cents: Number(cents) })),
  };
}

/** Ledger balances of each property that has any money in it, as of now. */
export async function properties(
  db: Database,
  { cursor, limit }: z.output<typeof propertyBooksInput>,
): Promise<{ items: PropertyBooks[]; nextCursor: string | null }> {
  const [before] = cursor === undefined ? [] : readCursor(cursor, cursorPart.integer);
  const of = (kind: string) => sql`coalesce(sum(balance) filter (where kind = ${kind}), 0)::float8`;
  const found = await rows<PropertyBooks & Record<string, unknown>>(
    db,
    sql`select p.id, p.name, o.status as offering, money.*
        from properties p
        join offerings o on o.property_id = p.id
        cross join lateral (
          select ${of('property_escrow')} as "escrowCents", ${of('property_mortgage')} as "mortgageCents",
                 ${of('property_rent')} as "rentCents", ${of('property_reserve')} as "reserveCents",
                 ${of('property_payable')} as "payableCents"
          from ledger_accounts
          where property_id = p.id and balance > 0 and kind in
            ('property_escrow', 'property_mortgage', 'property_rent', 'property_reserve', 'property_payable')
          having count(*) > 0) money
        ${before === undefined ? sql`` : sql`where p.id < ${before}::int`}
        order by p.id desc limit ${limit + 1}`,
  );
  return cutPage(found, limit, (last) => String(last.id));
}

/** Money that came from banks and went to banks, lenders' included, in the last months, those without any included. */
export async function months({ db, clock }: Platform) {
  const first = startOfMonth(clock.now());
  first.setUTCMonth(first.getUTCMonth() - (SHOWN_MONEY_MONTHS - 1));
  const since = sql`${first.toISOString()}::timestamptz`;
  const monthOf = (moment: string) => sql`to_char(${sql.identifier(moment)} at time zone 'UTC', 'YYYY-MM')`;
  const found = await rows<{ month: string; inCents: number; outCents: number }>(
    db,
    sql`select month, coalesce(sum(cents) filter (where direction = 'deposit'), 0)::float8 as "inCents",
               coalesce(sum(cents) filter (where direction <> 'deposit'), 0)::float8 as "outCents"
        from (
          select ${monthOf('settled_at')} as month, direction, ${centsOf(sql`sum(amount)`)} as cents
          from bank_transfers where status = 'completed' and settled_at >= ${since} group by 1, 2
          union all
          select ${monthOf('at')}, 'lender', sum(amount)::float8
          from ledger_transfers where code = 'lender_paid' and at >= ${since} group by 1) moved
        group by 1`,
  );
  const known = new Map(found.map((one) => [one.month, one]));
  return Array.from({ length: SHOWN_MONEY_MONTHS }, (_, offset) => {
    const at = new Date(first);
    at.setUTCMonth(at.getUTCMonth() + offset);
    const month = at.toISOString().slice(0, 7);
    return known.get(month) ?? { month, inCents: 0, outCents: 0 };
  });
}
