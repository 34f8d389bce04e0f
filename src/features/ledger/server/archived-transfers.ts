import { sql } from 'drizzle-orm';
import { type ArchivedLedger, microsecondsOf } from '#platform/server/audit/archived-table.ts';

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
      (select id - 1 from ledger_transfers
       where id > ${after}::bigint and at >= ${end.toISOString()}::timestamptz order by id limit 1),
      (select max(id) from ledger_transfers), 0)::float8 as through`,
  rowsOf: ({ after, through }, limit) => sql`
    select array[id::text, operation_id::text, ${microsecondsOf(sql`at`)}, code, debit_account, credit_account, asset,
                 amount::text] as cells
    from ledger_transfers where id > ${after}::bigint and id <= ${through}::bigint order by id limit ${limit}::int`,
  sumsByCode: ({ after, through }) => sql`
    select code, sum(amount)::text as total from ledger_transfers
    where id > ${after}::bigint and id <= ${through}::bigint group by code order by code`,
};
