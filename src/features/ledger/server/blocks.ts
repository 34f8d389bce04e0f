import { type SQL, sql } from 'drizzle-orm';
import { LEDGER_BLOCK_BITS } from '#db/schema/ledger.ts';
import { present } from '#kernel/assert.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { MAX_CLOCK_DIFFERENCE } from '#platform/server/database/sql-values.ts';

/** Written like the indexes of `ledger_transfers`, as Postgres uses them for this expression alone. */
export const block = (id: SQL) => sql`(${id} >> ${sql.raw(String(LEDGER_BLOCK_BITS))})`;

/** The first id that a block can have. */
const startOf = (number: SQL) => sql`(${number} << ${sql.raw(String(LEDGER_BLOCK_BITS))})`;

/** Consecutive blocks of the ledger. */
export interface Blocks {
  first: number;
  last: number;
}

/** Whether transfers `t` are in these blocks, as a condition that the indexes of users' accounts have. */
export const inBlocks = ({ first, last }: Blocks): SQL =>
  sql`${block(sql`t.id`)} between ${first}::bigint and ${last}::bigint`;

/** Whether transfers `t` are in a block, as a condition on their ids. */
export const idsInBlock = (number: number): SQL =>
  sql`t.id >= ${startOf(sql`${number}::bigint`)} and t.id < ${startOf(sql`${number + 1}::bigint`)}`;

/**
 * The blocks that may have transfers of a period: also those between two of them that begin with a transfer of a server
 * whose clock is wrong.
 */
export async function blocksOf(db: Queryable, { from, to }: { from: Date; to: Date }): Promise<Blocks> {
  const [start, end] = [from, to].map((moment) => sql`${moment.toISOString()}::timestamptz`);
  const [found] = await rows<{ first: number; last: number }>(
    db,
    sql`select greatest(coalesce(min(number) filter (where begins_at >= ${start} - ${MAX_CLOCK_DIFFERENCE}) - 1,
                                 max(number)), 0)::float8 as first,
               coalesce(max(number) filter (where begins_at < ${end} + ${MAX_CLOCK_DIFFERENCE}), 0)::float8 as last
        from (
          select number, (select at from ledger_transfers
                          where id >= ${startOf(sql`number`)} order by id limit 1) as begins_at
          from generate_series(0::bigint, (select ${block(sql`max(id)`)} from ledger_transfers)) number) blocks`,
  );
  return present(found, 'an aggregate');
}
