import { and, desc, eq, gte, inArray, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { auditLog, auditTexts } from '#db/schema/platform.ts';
import { fullName } from '#kernel/person.ts';
import { DAY } from '#kernel/time.ts';
import { chainHeadOf, verifyChainPart } from '#platform/server/audit/audit-chain.ts';
import { isHashedText } from '#platform/server/commands/typed-text.ts';
import { textArray } from '#platform/server/database/columns.ts';
import {
  cursorAfter,
  cursorPart,
  cutPage,
  olderThan,
  readCursor,
} from '#platform/server/database/cursors.ts';
import { type Database, type Queryable, rows } from '#platform/server/database/db.ts';
import type { CheckedPart, LogFilters, LogRow, LogRun, logInput } from '../audit.contract.ts';

const MAX_PART_ROWS = 5_000;

type StoredEntry = typeof auditLog.$inferSelect;
type Run = Omit<LogRun, 'details' | 'actor'> & {
  actor: Omit<LogRun['actor'], 'name'>;
  details: Record<string, unknown>;
};

/** The audit log, the latest first. */
export async function log(
  db: Database,
  { cursor, limit, ...filters }: z.output<typeof logInput>,
): Promise<{ items: LogRow[]; nextCursor: string | null }> {
  const wanted = await withActorId(db, filters);
  const found = await rowsOf(db, wanted, olderThan(cursor, auditLog.at, auditLog.seq), limit + 1);
  const page = cutPage(found, limit, (last) => cursorAfter(last.at, last.seq));
  return { ...page, items: await readable(db, page.items, wanted) };
}

/** An actor may be named by email. */
export async function withActorId(db: Queryable, filters: LogFilters): Promise<LogFilters> {
  if (!filters.actor?.includes('@')) return filters;
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.email, filters.actor.toLowerCase()));
  return { ...filters, actor: user?.id ?? filters.actor };
}

/** Rows that match, the latest first. The runs of batches are found by an index of their own. */
export async function rowsOf(
  db: Queryable,
  { actor, action, subject, from, to }: LogFilters,
  before: SQL | undefined,
  limit: number,
): Promise<StoredEntry[]> {
  const shared = and(
    action ? eq(auditLog.action, action) : undefined,
    from ? gte(auditLog.at, new Date(`${from}T00:00:00Z`)) : undefined,
    to ? lt(auditLog.at, new Date(Date.parse(`${to}T00:00:00Z`) + DAY)) : undefined,
    before,
  );
  const latest = (where: SQL | undefined) =>
    db.select().from(auditLog).where(where).orderBy(desc(auditLog.at), desc(auditLog.seq)).limit(limit);
  const terms = [actor, subject].filter((term) => term !== undefined && term !== '') as string[];
  if (terms.length === 0) return latest(shared);
  const ofRun = and(
    actor ? sql`r.actor_id = ${actor}` : undefined,
    subject ? sql`r.subject = ${subject}` : undefined,
  );
  const single = and(
    isNull(auditLog.runs),
    actor ? eq(auditLog.actorId, actor) : undefined,
    subject ? eq(auditLog.subject, subject) : undefined,
    shared,
  );
  const inBatch = and(
    isNotNull(auditLog.runs),
    // The index knows which terms a batch has, not whether one run has all of them.
    sql`audit_terms(${auditLog.runs}) @> ${textArray(terms)}`,
    sql`exists (select 1 from json_to_recordset(${auditLog.runs}) as r (actor_id text, subject text) where ${ofRun})`,
    shared,
  );
  return unionAll(latest(single), latest(inBatch)).orderBy(sql`at desc, seq desc`).limit(limit);
}

/** The runs of a row that match. */
function runsOf(row: StoredEntry, { actor, subject }: LogFilters): Run[] {
  if (row.runs === null) {
    const { operationId, actorKind: kind, actorId: id, subject, details } = row;
    return [{ operationId, actor: { kind, id }, subject, details }];
  }
  return row.runs
    .filter((run) => (!actor || run.actor_id === actor) && (!subject || run.subject === subject))
    .map((run) => ({
      operationId: run.operation_id,
      actor: { kind: run.actor_kind, id: run.actor_id },
      subject: run.subject,
      details: run.details,
    }));
}

export const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

const ERASED_TEXT = 'Erased with the account it was about';

/** The runs of these rows that match, by row, each with the texts that were typed into it. */
export async function runsWithTexts(
  db: Queryable,
  found: readonly StoredEntry[],
  filters: LogFilters,
): Promise<Map<StoredEntry, Run[]>> {
  const runs = new Map(found.map((row) => [row, runsOf(row, filters)]));
  const ids = [...runs.values()]
    .flat()
    .filter(({ details }) => Object.values(details).some(isHashedText))
    .map(({ operationId }) => operationId);
  if (ids.length === 0) return runs;
  const texts = await db.select().from(auditTexts).where(inArray(auditTexts.operationId, ids));
  const read = (operationId: string, field: string) =>
    texts.find((one) => one.operationId === operationId && one.field === field)?.text ?? ERASED_TEXT;
  const filled = (run: Run): Run => {
    const details = Object.entries(run.details).map(([field, value]) => [
      field,
      isHashedText(value) ? read(run.operationId, field) : value,
    ]);
    return { ...run, details: Object.fromEntries(details) };
  };
  return new Map([...runs].map(([row, ofRow]) => [row, ofRow.map(filled)]));
}

/** The names of the people who acted, by id. */
export async function namesOf(db: Queryable, found: readonly StoredEntry[], filters: LogFilters) {
  const ids = new Set(found.flatMap((row) => runsOf(row, filters).map(({ actor }) => actor.id)));
  if (ids.size === 0) return new Map<string, string>();
  const people = await db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(people.map((person) => [person.id, fullName(person)]));
}

async function readable(db: Database, found: readonly StoredEntry[], filters: LogFilters): Promise<LogRow[]> {
  const names = await namesOf(db, found, filters);
  const runs = await runsWithTexts(db, found, filters);
  return found.map((row) => ({
    seq: String(row.seq),
    at: row.at.toISOString(),
    action: row.action,
    isBatch: row.runs !== null,
    runs: (runs.get(row) ?? []).map(({ actor, details, ...run }) => ({
      ...run,
      actor: { ...actor, name: names.get(actor.id) ?? null },
      details: Object.entries(details).map(([field, value]) => ({ field, value: textOf(value) })),
    })),
  }));
}

/** Every action that the log has, without reading all of it. */
export async function actions(db: Database): Promise<string[]> {
  const found = await rows<{ action: string }>(
    db,
    sql`with recursive known as (
          (select action from audit_log order by action limit 1)
          union all
          select (select action from audit_log where action > known.action order by action limit 1)
          from known where known.action is not null)
        select action from known where action is not null order by action`,
  );
  return found.map(({ action }) => action);
}

/** Checks the next part of the chain; the caller continues until nothing is left. */
export async function verifyPart(
  db: Database,
  { after }: { after?: string | undefined },
): Promise<CheckedPart> {
  const [position = 0, seq = 0] =
    after === undefined ? [] : readCursor(after, cursorPart.bigint, cursorPart.bigint).map(Number);
  const part = await db.transaction((tx) => verifyChainPart(tx, { position, seq }, MAX_PART_ROWS), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
  const isOver = part.isDone || part.broken !== null;
  return {
    rows: part.rows,
    next: isOver ? null : `${part.last.position}~${part.last.seq}`,
    broken: part.broken,
    head: await chainHeadOf(db),
  };
}
