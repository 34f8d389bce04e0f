import { sql } from 'drizzle-orm';
import { BATCH_SUBJECT } from '../commands/records.ts';
import { tryLock } from '../database/advisory-locks.ts';
import { insertRows, integerArray, writeAll } from '../database/columns.ts';
import { type Database, jsonRows, type Queryable, rows } from '../database/db.ts';
import type { JobHandler } from '../jobs/jobs.ts';
import type { ChainHead } from '../ports/chain-heads.ts';
import { sha256 } from '../security/sha256.ts';
import type { Invariant } from '../verification/invariants.ts';

/** Limits how long hashing blocks the event loop. */
const MAX_SEALED_ROWS = 1_000;

/** The content of an audit row "a" as unambiguous text; its runs are represented by their hash in the details. */
export const rowText =
  sql.raw(`json_build_array(a.seq, a.operation_id, to_char(a.at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US'),
  a.action, a.actor_kind, a.actor_id, a.subject, a.details)::text`);

/** The hash of a row, computed as `sealAuditLog` does. */
const hashed = (previous: string) =>
  sql`encode(sha256(convert_to(${sql.raw(previous)} || ${rowText}, 'UTF8')), 'hex')`;

/** Whether an audit row is queued for its seal, as each is from its commit on. */
const isUnsealed = sql`exists (select 1 from audit_unsealed u where u.seq = a.seq)`;

/** Of the seals "l", with the position and the previous hash that each has to have, and their rows "a". */
const isBroken = sql`(a.seq is null or l.position <> l.expected or l.hash <> ${hashed('l.previous')})`;
const whyBroken = sql`case when a.seq is null then 'was removed'
  when l.position <> l.expected then 'a seal before it is missing' else 'does not match its seal' end`;

/** Whether the runs of an audit row "a" are not those that its details have the hash of. */
const hasOtherRuns = sql`(a.details->>'runs' is distinct from encode(sha256(convert_to(a.runs::text, 'UTF8')), 'hex')
  and (a.runs is not null or a.subject = ${BATCH_SUBJECT}))`;
const OTHER_RUNS = 'has other runs than it was written with';

/** A row that no command has written. */
const WAS_ADDED = 'has no seal and is not queued for one: it was added by hand';

/** The last seal of the chain; null while there is none. */
export async function chainHeadOf(db: Queryable): Promise<{ position: number; hash: string } | null> {
  const [head] = await rows<{ position: number; hash: string }>(
    db,
    sql`select s.position::float8 as position, s.hash from audit_seals s order by s.position desc limit 1`,
  );
  return head ?? null;
}

/**
 * Seals committed audit rows: each seal is the hash of its row and of the seal before it, so that changing or removing a
 * row breaks every later seal. Readers follow the log in the order of the seals' positions. One sealer works at a time.
 */
export const sealAuditLog: JobHandler = async ({ platform: { db, clock } }) => {
  if ((await sealNextRows(db)) === MAX_SEALED_ROWS) return { runAgainAt: clock.now() };
};

/** @returns the number of rows that were sealed */
async function sealNextRows(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    if (!(await tryLock(tx, 'auditSeals'))) return 0;
    const head = await chainHeadOf(tx);
    const dequeued = await rows<{ seq: number }>(
      tx,
      sql`delete from audit_unsealed where seq <= (
            select max(seq) from (select seq from audit_unsealed order by seq limit ${MAX_SEALED_ROWS}) next)
          returning seq::float8 as seq`,
    );
    const unsealed = await rows<{ seq: string; content: string }>(
      tx,
      sql`select a.seq, ${rowText} as content from audit_log a
          where a.seq = any(${integerArray(dequeued.map(({ seq }) => seq))}) order by a.seq`,
    );
    const first = (head?.position ?? 0) + 1;
    let hash = head?.hash ?? '';
    const seals = unsealed.map((row, index) => {
      hash = sha256(hash + row.content);
      return { position: first + index, seq: row.seq, hash };
    });
    const written = insertRows('audit_seals', seals, {
      position: ['bigint', ({ position }) => position],
      seq: ['bigint', ({ seq }) => seq],
      hash: ['text', ({ hash }) => hash],
    });
    await writeAll(tx, [written]);
    return dequeued.length;
  });
}

/** Seals all audit rows that were committed before the call, unless another server is sealing. */
export async function sealAll(db: Database): Promise<void> {
  while ((await sealNextRows(db)) === MAX_SEALED_ROWS);
}

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
 * Checks the next part of the chain: that its seals match their rows, that none of its rows was added by hand, and that
 * the runs of its batches are unchanged. All parts together check what `auditChainInvariants` check of seals and rows.
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
    sql`select l.seq::text as seq, ${whyBroken} as detail
        from (
          select *, ${position}::bigint + row_number() over (order by position) as expected,
                 coalesce(lag(hash) over (order by position),
                          (select hash from audit_seals where position = ${position}::bigint), '') as previous
          from ${part} s) l
        left join audit_log a on a.seq = l.seq
        where ${isBroken}
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
               case when s.seq is null and not ${isUnsealed} then ${WAS_ADDED}
                    else ${OTHER_RUNS} end as detail
        from ${log} a left join audit_seals s on s.seq = a.seq
        where s.seq is null and not ${isUnsealed} or ${hasOtherRuns}
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

/** Compares the chain with published heads: one that was cut off or sealed a second time does not have them. */
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
      select 'audit row ' || a.seq as subject, ${OTHER_RUNS} as detail from audit_log a where ${hasOtherRuns}`,
  },
  {
    name: 'the audit log is the one that was sealed',
    count: sql`select count(*) as checked from audit_seals`,
    drift: sql`
      select 'audit row ' || l.seq as subject, ${whyBroken} as detail
      from (select *, row_number() over (order by position) as expected,
                   coalesce(lag(hash) over (order by position), '') as previous from audit_seals) l
      left join audit_log a on a.seq = l.seq
      where ${isBroken}
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
    name: 'every audit row has a seal or is queued for one',
    count: sql`select count(*) as checked from audit_log`,
    // The queue is not joined: statistics often say that it is empty, and a nested loop would read it for each row.
    drift: sql`
      select 'audit row ' || seq as subject, ${WAS_ADDED} as detail
      from (select seq from audit_log except select seq from audit_seals except select seq from audit_unsealed) added`,
  },
];
