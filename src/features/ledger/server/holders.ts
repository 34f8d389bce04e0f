import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { type IdRange, nextIds, within } from '#platform/server/database/id-ranges.ts';
import { MAX_CLOCK_DIFFERENCE } from '#platform/server/database/sql-values.ts';

const justBefore = (moment: Date | SQL): SQL =>
  sql`t.at < ${moment instanceof Date ? sql`${moment.toISOString()}::timestamptz` : moment}`;

/**
 * The shares of each person in a property by the transfers `t` on this condition, as a query of (user_id, shares). Shares
 * that are listed for sale count. It uses the indexes of users' accounts, so that purchases need not maintain another index.
 */
function sharesQuery(propertyId: number, before: SQL, among?: (userId: SQL) => SQL): SQL {
  return sql`
    select a.user_id, sum(e.amount)::bigint as shares
    from ledger_accounts a
    cross join lateral (
      select coalesce(sum(t.amount), 0) as amount from ledger_transfers t
      where t.credit_account = a.id and t.credit_account like 'user:%' and ${before}
      union all
      select -coalesce(sum(t.amount), 0) from ledger_transfers t
      where t.debit_account = a.id and t.debit_account like 'user:%' and ${before}) e
    where a.property_id = ${propertyId} and a.user_id is not null
      ${among ? sql`and ${among(sql`a.user_id`)}` : sql``}
    group by a.user_id`;
}

/**
 * The holders of a property just before a moment, as a query of (user_id, shares).
 * @param among a condition on the id of a user
 */
export function holdersQuery(propertyId: number, moment: Date | SQL, among?: (userId: SQL) => SQL): SQL {
  return sql`${sharesQuery(propertyId, justBefore(moment), among)} having sum(e.amount) > 0`;
}

/** The holders in a range of ids. */
export interface HolderPage {
  /** As of `holdersQuery`. */
  query: SQL;
  range: IdRange;
  /** The last id of this page, after which the next one begins; null in the last page. */
  last: string | null;
}

/**
 * The next of those who have ever had shares of a property. Chosen before their shares are read, since that takes
 * look-ups in the ledger for each of them.
 */
export async function nextHolderPage(
  db: Queryable,
  propertyId: number,
  moment: Date,
  next: { afterId: string; maxIds: number },
): Promise<HolderPage> {
  const everyone = sql`select user_id as id from ledger_accounts where property_id = ${propertyId}`;
  const { idCount, lastId } = await nextIds(db, everyone, next);
  const range = { afterId: next.afterId, lastId: lastId ?? next.afterId };
  const query = holdersQuery(propertyId, moment, (userId) => within(userId, range));
  return { query, range, last: idCount < next.maxIds ? null : lastId };
}

/** Holders whose shares are read by one statement. */
const MAX_READ_HOLDERS = 10_000;

/** Does work for all holders of a property, however many, in pages of which each fits one statement. */
export async function eachHolderPage(
  db: Queryable,
  propertyId: number,
  moment: Date,
  work: (page: HolderPage) => Promise<void>,
): Promise<void> {
  for (let afterId: string | null = ''; afterId !== null; ) {
    const page: HolderPage = await nextHolderPage(db, propertyId, moment, {
      afterId,
      maxIds: MAX_READ_HOLDERS,
    });
    await work(page);
    afterId = page.last;
  }
}

interface Holder extends Record<string, unknown> {
  userId: string;
  shares: number;
}

/**
 * All holders of a property just before a moment. Together they hold as many shares as there were.
 *
 * Clocks of servers differ, and a command takes the time before it waits for its accounts: so an account may have given
 * shares before the moment that it got after it, and others would hold more than all. Then the transfers count that precede
 * the first one of the moment or later in the ledger, whose order is that of the accounts: that is a state that existed.
 */
export async function allHolders(db: Queryable, propertyId: number, moment: Date): Promise<Holder[]> {
  const byTime = await holdersBy(db, propertyId, moment, justBefore(moment));
  if (byTime.every(({ shares }) => shares > 0)) return byTime;
  const first = await firstSince(db, propertyId, moment);
  return holdersBy(db, propertyId, moment, sql`t.id < ${first}::bigint`);
}

/** Everyone whose shares are not 0 by the transfers on this condition. */
async function holdersBy(db: Queryable, propertyId: number, moment: Date, before: SQL): Promise<Holder[]> {
  const holders: Holder[] = [];
  await eachHolderPage(db, propertyId, moment, async ({ range }) => {
    const shares = sharesQuery(propertyId, before, (userId) => within(userId, range));
    const found = await rows<Holder>(
      db,
      sql`select user_id as "userId", shares::float8 as shares from (${shares} having sum(e.amount) <> 0) h`,
    );
    holders.push(...found);
  });
  return holders;
}

/** Whether anybody held shares of a property just before a moment; as `holdersQuery`. */
export async function hasHolders(db: Queryable, propertyId: number, moment: Date): Promise<boolean> {
  for (let afterId: string | null = ''; afterId !== null; ) {
    const page: HolderPage = await nextHolderPage(db, propertyId, moment, { afterId, maxIds: 100 });
    const found = await rows(db, sql`select 1 from (${page.query}) h limit 1`);
    if (found.length > 0) return true;
    afterId = page.last;
  }
  return false;
}

/**
 * The first transfer of shares of a property, in the order of the ledger, that is not before a moment. Those of a clock that
 * was far ahead, with transfers of long before the moment after them, are passed over.
 */
async function firstSince(db: Queryable, propertyId: number, moment: Date): Promise<number> {
  const at = sql`${moment.toISOString()}::timestamptz`;
  const longBefore = await extremeId(
    db,
    { propertyId, moment },
    'max',
    sql`t.at < ${at} - ${MAX_CLOCK_DIFFERENCE}`,
  );
  const since = sql`t.at >= ${at} and t.id > ${longBefore ?? 0}::bigint`;
  return (await extremeId(db, { propertyId, moment }, 'min', since)) ?? Number.MAX_SAFE_INTEGER;
}

/** The lowest or highest id of the transfers `t` of people's shares in a property on a condition; null without one. */
async function extremeId(
  db: Queryable,
  { propertyId, moment }: { propertyId: number; moment: Date },
  which: 'min' | 'max',
  condition: SQL,
): Promise<number | null> {
  const extreme = sql.raw(which);
  let id: number | null = null;
  await eachHolderPage(db, propertyId, moment, async ({ range }) => {
    const [found] = await rows<{ id: number | null }>(
      db,
      sql`select ${extreme}(e.id)::float8 as id from ledger_accounts a
          cross join lateral (
            select ${extreme}(t.id) as id from ledger_transfers t
            where t.credit_account = a.id and t.credit_account like 'user:%' and ${condition}
            union all
            select ${extreme}(t.id) from ledger_transfers t
            where t.debit_account = a.id and t.debit_account like 'user:%' and ${condition}) e
          where a.property_id = ${propertyId} and ${within(sql`a.user_id`, range)}`,
    );
    if (found?.id != null) id = id === null ? found.id : Math[which](id, found.id);
  });
  return id;
}
