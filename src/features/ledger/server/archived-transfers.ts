import { sql } from 'drizzle-orm';
import {
  type ArchivedLedger,
  CLOCK_WINDOW_ROWS,
  microsecondsOf,
} from '#platform/server/audit/archived-table.ts';
import { MAX_CLOCK_DIFFERENCE } from '#platform/server/database/sql-values.ts';

/** The transfers of the ledger, by their ids. */
export const archivedTransfers: ArchivedLedger = {
  rowName: 'transfer',
  columns: {
    id: 'integer',
    operation_id: 'text',
    at: 'moment',
    code: 'text',
    debit_account: 'text',
    credit_account: 'text',
    asset: 'text',
    amount: 'integer',
  },
  maxBatchRows: 20_000,
  firstMoment: sql`select at from ledger_transfers order by id limit 1`,
  throughOf: (after, end) => sql`
    select coalesce(
      (select t.id - 1 from ledger_transfers t
       where t.id > ${after}::bigint and t.at >= ${end.toISOString()}::timestamptz and not exists (
         select 1 from (
           select n.at from ledger_transfers n where n.id > t.id order by n.id limit ${CLOCK_WINDOW_ROWS}::int) soon
         where soon.at < ${end.toISOString()}::timestamptz - ${MAX_CLOCK_DIFFERENCE})
       order by t.id limit 1),
      (select max(id) from ledger_transfers), 0)::float8 as through`,
  rowsOf: ({ after, through }, limit) => sql`
    select array[id::text, operation_id::text, ${microsecondsOf(sql`at`)}, code, debit_account, credit_account, asset,
                 amount::text] as cells
    from ledger_transfers where id > ${after}::bigint and id <= ${through}::bigint order by id limit ${limit}::int`,
  sumsByCode: ({ after, through }) => sql`
    select code, sum(amount)::text as total from ledger_transfers
    where id > ${after}::bigint and id <= ${through}::bigint group by code order by code`,
};
