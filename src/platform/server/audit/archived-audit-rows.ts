import { sql } from 'drizzle-orm';
import { MAX_CLOCK_DIFFERENCE } from '../database/sql-values.ts';
import { type ArchivedTable, CLOCK_WINDOW_ROWS, microsecondsOf } from './archived-table.ts';
import { rowText } from './audit-chain.ts';

/**
 * The sealed audit rows, by the positions of their seals. A seal's hash is the SHA-256 of the hash before and of the
 * content, so a file shows by itself that nothing was changed.
 */
export const archivedAuditRows: ArchivedTable = {
  rowName: 'audit row at position',
  columns: {
    position: 'integer',
    hash: 'text',
    content: 'text',
    seq: 'integer',
    operation_id: 'text',
    at: 'moment',
    action: 'text',
    actor_kind: 'text',
    actor_id: 'text',
    subject: 'text',
    runs: 'text',
  },
  // A row may have hundreds of runs.
  maxBatchRows: 500,
  firstMoment: sql`select at from audit_log order by seq limit 1`,
  throughOf: (after, end) => sql`
    select coalesce(
      (select s.position - 1 from audit_seals s join audit_log a on a.seq = s.seq
       where s.position > ${after}::bigint and a.at >= ${end.toISOString()}::timestamptz and not exists (
         select 1 from (
           select b.at from audit_seals n join audit_log b on b.seq = n.seq
           where n.position > s.position order by n.position limit ${CLOCK_WINDOW_ROWS}::int) soon
         where soon.at < ${end.toISOString()}::timestamptz - ${MAX_CLOCK_DIFFERENCE})
       order by s.position limit 1),
      (select max(position) from audit_seals), 0)::float8 as through`,
  rowsOf: ({ after, through }, limit) => sql`
    select array[s.position::text, s.hash, ${rowText}, a.seq::text, a.operation_id::text, ${microsecondsOf(sql`a.at`)},
                 a.action, a.actor_kind, a.actor_id, a.subject, a.runs::text] as cells
    from audit_seals s join audit_log a on a.seq = s.seq
    where s.position > ${after}::bigint and s.position <= ${through}::bigint
    order by s.position limit ${limit}::int`,
};
