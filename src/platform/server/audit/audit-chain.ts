import { sql } from 'drizzle-orm';
import { BATCH_SUBJECT } from '../commands/records.ts';
import { insertRows, writeAll } from '../database/columns.ts';
import { jsonRows, type Queryable, rows } from '../database/db.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import type { ChainHead } from '../ports/chain-heads.ts';
import { sha256 } from '../security/sha256.ts';
import type { Invariant } from '../verification/invariants.ts';

/** Limits how long hashing blocks the event loop. */
const MAX_SEALED_ROWS = 1_000;
const SEALER_LOCK = 7_203_412;

/** The content of an audit row as unambiguous text; its runs are represented by their hash in the details. */
const rowText =
  sql.raw(`json_build_array(a.seq, a.operation_id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  a.action, a.actor_kind, a.actor_id, a.subject, a.details)::text`);

/** The hash of a row, computed as `sealAuditLog` does. */
const hashed = (previous: string) =>
  sql`encode(sha256(convert_to(${sql.raw(previous)} || ${rowText}, 'UTF8')), 'hex')`;

/** The transaction of the last sealed row. An unsealed row of an earlier transaction was inserted afterwards. */
const lastSealed = sql`coalesce((select b.xid from audit_seals s join audit_log b on b.seq = s.seq
  order by s.position desc limit 1), '0'::xid8)`;

/**
 * Makes Postgres walk the log in its order and look up each row's seal by key. For a table that grows quickly its
 * statistics lag behind, and it would scan the whole table for each row.
 */
const WALK_SETTINGS = sql.join(
  ['enable_seqscan', 'enable_bitmapscan', 'enable_sort', 'enable_hashjoin', 'enable_mergejoin'].map(
    (way) => sql`set_config(${way}, 'off', true)`,
  ),
  sql`, `,
);

/** The last seal of the chain; null while there is none. */
export async function chainHeadOf(db: Queryable): Promise<{ position: number; hash: string } | null> {
  const [head] = await rows<{ position: number; hash: string }>(
    db,
    sql`select s.position::float8 as position, s.hash from audit_seals s order by s.position desc limit 1`,
  );
  return head ?? null;
}

/**
 * Seals new audit rows: each seal is the hash of its row and of the seal before it, so that changing or removing a row
 * breaks every later seal. A row is sealed when no older transaction can add one before it. One sealer works at a time.
 */
export const sealAuditLog: JobHandler = async ({ platform: { db, clock } }) => {
  const sealed = await db.transaction(async (tx) => {
    const [lock] = await rows<{ isLocked: boolean }>(
      tx,
      sql`select pg_try_advisory_xact_lock(${SEALER_LOCK}) as "isLocked", ${WALK_SETTINGS}`,
    );
    if (!lock?.isLocked) return 0;
    const head = await chainHeadOf(tx);
    const waiting = await rows<{ seq: string; content: string }>(
      tx,
      sql`select a.seq, ${rowText} as content from audit_log a
          where a.xid >= ${lastSealed} and a.xid < pg_snapshot_xmin(pg_current_snapshot())
            and not exists (select 1 from audit_seals s where s.seq = a.seq)
          order by a.xid, a.seq limit ${MAX_SEALED_ROWS}`,
    );
    const first = (head?.position ?? 0) + 1;
    let hash = head?.hash ?? '';
    const seals = waiting.map((row, turn) => {
      hash = sha256(hash + row.content);
      return { position: first + turn, seq: row.seq, hash };
    });
    const written = insertRows('audit_seals', seals, {
      position: ['bigint', ({ position }) => position],
      seq: ['bigint', ({ seq }) => seq],
      hash: ['text', ({ hash }) => hash],
    });
    await writeAll(tx, [written]);
    return seals.length;
  });
  if (sealed === MAX_SEALED_ROWS) return { runAgainAt: clock.now() };
};

/** Progress of a verification in parts: the last seal and the last row that were checked. */
interface ChainPosition {
  position: number;
  seq: number;
}

export interface CheckedPart {
  last: ChainPosition;
  /** Rows that this part has checked. */
  rows: number;
  isDone: boolean;
  /** The first row that is not as it was sealed. */
  broken: { seq: string; detail: string } | null;
}

/**
 * Checks the next part of the chain: its seals against their rows, and its rows for ones that were added or have other
 * runs. All parts together check the same as the invariants at once.
 */
export async function verifyChainPart(
  tx: Queryable,
  { position, seq }: ChainPosition,
  maxRows: number,
): Promise<CheckedPart> {
  const part = sql`(select * from audit_seals where position > ${position}::bigint order by position limit ${maxRows})`;
  const [seals] = await rows<{ count: number; last: number | null }>(
    tx,
    sql`select count(*)::int as count, max(position)::float8 as last from ${part} s`,
  );
  const [broken] = await rows<{ seq: string; detail: string }>(
    tx,
    sql`select l.seq::text as seq,
               case when a.seq is null then 'was removed' when l.position <> l.expected then 'a seal before it is missing'
                    else 'does not match its seal' end as detail
        from (
          select *, ${position}::bigint + row_number() over (order by position) as expected,
                 coalesce(lag(hash) over (order by position),
                          (select hash from audit_seals where position = ${position}::bigint), '') as previous
          from ${part} s) l
        left join audit_log a on a.seq = l.seq
        where a.seq is null or l.position <> l.expected or l.hash <> ${hashed('l.previous')}
        order by l.position limit 1`,
  );
  const log = sql`(select * from audit_log where seq > ${seq}::bigint order by seq limit ${maxRows})`;
  const [found] = await rows<{ count: number; last: number | null }>(
    tx,
    sql`select count(*)::int as count, max(seq)::float8 as last from ${log} a`,
  );
  const [added] = await rows<{ seq: string; detail: string }>(
    tx,
    sql`select a.seq::text as seq,
               case when s.seq is null and a.xid < ${lastSealed} then 'was added between sealed rows'
                    else 'has other runs than it was written with' end as detail
        from ${log} a left join audit_seals s on s.seq = a.seq
        where s.seq is null and a.xid < ${lastSealed}
           or a.details->>'runs' is distinct from encode(sha256(convert_to(a.runs::text, 'UTF8')), 'hex')
              and (a.runs is not null or a.subject = ${BATCH_SUBJECT})
        order by a.seq limit 1`,
  );
  return {
    last: { position: seals?.last ?? position, seq: found?.last ?? seq },
    rows: found?.count ?? 0,
    isDone: (seals?.count ?? 0) < maxRows && (found?.count ?? 0) < maxRows,
    broken: broken ?? added ?? null,
  };
}

/** Publishes the last seal of the chain. */
export const publishChainHead: JobHandler = async ({ platform: { db, clock, chainHeads } }) => {
  const head = await chainHeadOf(db);
  if (!head) return;
  await chainHeads.publish({
    position: head.position,
    hash: head.hash,
    at: clock.now().toISOString(),
  });
};

/** Compares the chain with published heads: a chain that was cut off or sealed again lacks them. */
export function publishedHeadsInvariant(heads: readonly ChainHead[]): Invariant {
  const published = sql`(select distinct position, hash
    from json_to_recordset(${jsonRows(heads.map(({ position, hash }) => ({ position, hash })))})
      as published(position bigint, hash text)) h`;
  return {
    name: 'the audit chain has every head that was published',
    count: sql`select count(*) as checked from ${published}`,
    drift: sql`
      select 'audit seal ' || h.position as subject,
             case when s.hash is null then 'was published and is gone: the end of the audit log was cut off'
                  else 'differs from the one that was published: the audit log was rewritten' end as detail
      from ${published} left join audit_seals s on s.position = h.position
      where s.hash is distinct from h.hash`,
  };
}

/** The hashes of typed texts in the log, as a query of (operation_id, field, text_hash). No batch has any. */
const hashedTexts = sql`
  select a.operation_id, d.key as field, d.value->>'textHash' as text_hash
  from audit_log a cross join lateral jsonb_each(a.details) d
  where jsonb_path_exists(a.details, '$.*.textHash') and jsonb_typeof(d.value) = 'object' and d.value ? 'textHash'`;

/** The hash of a typed text "t" as it is now; a redacted one is hashed in the log entry of the closing. */
const textHash = sql`encode(sha256(convert_to(t.salt || t.text, 'UTF8')), 'hex')`;

/** Checks of the chain: the first broken seal names the first tampered row. */
export const auditChainInvariants: readonly Invariant[] = [
  {
    name: 'the runs of a batch are the ones that its audit row was written with',
    count: sql`select count(*) as checked from audit_log where runs is not null`,
    drift: sql`
      select 'audit row ' || seq as subject, 'has other runs than it was written with' as detail
      from audit_log
      where details->>'runs' is distinct from encode(sha256(convert_to(runs::text, 'UTF8')), 'hex')
        and (runs is not null or subject = ${BATCH_SUBJECT})`,
  },
  {
    name: 'the audit log is the one that was sealed',
    count: sql`select count(*) as checked from audit_seals`,
    drift: sql`
      select 'audit row ' || l.seq as subject,
             case when a.seq is null then 'was removed' when l.position <> l.expected then 'a seal before it is missing'
                  else 'does not match its seal' end as detail
      from (select *, row_number() over (order by position) as expected,
                   coalesce(lag(hash) over (order by position), '') as previous from audit_seals) l
      left join audit_log a on a.seq = l.seq
      where a.seq is null or l.position <> l.expected or l.hash <> ${hashed('l.previous')}
      order by l.position limit 1`,
  },
  {
    name: 'a text in the audit log is the one that was typed, or erased with the account that it was about',
    count: sql`select count(*) as checked from audit_texts`,
    drift: sql`
      select 'text ' || coalesce(t.field, h.field) || ' of operation ' || coalesce(t.operation_id, h.operation_id) as subject,
             case when t.operation_id is null then 'was removed' when h.operation_id is null then 'is not in the audit log'
                  else 'is not the one that was typed' end as detail
      from (${hashedTexts}) h full join audit_texts t on t.operation_id = h.operation_id and t.field = h.field
      where t.operation_id is null or h.operation_id is null
         or t.erased_for is null and ${textHash} <> h.text_hash
         or t.erased_for is not null and not exists (select 1 from closed_accounts c where c.user_id = t.erased_for)
         or t.erased_for is not null and t.text is not null and not exists (
           select 1 from audit_log r where r.subject = 'user:' || t.erased_for and r.runs is null
             and r.details->'redactions' @> jsonb_build_array(
               jsonb_build_object('operationId', t.operation_id, 'field', t.field, 'hash', ${textHash})))`,
  },
  {
    name: 'every sealed audit row has one seal',
    count: sql`select count(*) as checked from audit_log`,
    drift: sql`
      select 'audit row ' || a.seq as subject, 'was added between sealed rows' as detail
      from audit_log a
      where not exists (select 1 from audit_seals s where s.seq = a.seq)
        and a.xid < ${lastSealed}`,
  },
];
