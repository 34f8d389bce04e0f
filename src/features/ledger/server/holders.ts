import { type SQL, sql } from 'drizzle-orm';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { type IdRange, nextIds, within } from '#platform/server/database/id-ranges.ts';

/**
 * The holders of a property just before a moment, as a query of (user_id, shares). Shares that are listed for sale
 * count. It uses the indexes of users' accounts, so that purchases need not maintain another index.
 * @param among a condition on the id of a user
 */
export function holdersQuery(propertyId: number, moment: Date, among?: (userId: SQL) => SQL): SQL {
  const before = sql`t.at < ${moment.toISOString()}::timestamptz`;
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
    group by a.user_id having sum(e.amount) > 0`;
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

/** All holders of a property just before a moment, as in `holdersQuery`. */
export async function allHolders(db: Queryable, propertyId: number, moment: Date): Promise<Holder[]> {
  const holders: Holder[] = [];
  await eachHolderPage(db, propertyId, moment, async ({ query }) => {
    const found = await rows<Holder>(
      db,
      sql`select user_id as "userId", shares::float8 as shares from (${query}) h`,
    );
    holders.push(...found);
  });
  return holders;
}
