import { sql } from 'drizzle-orm';
import { outboxHead } from '#db/schema/platform.ts';
import { assert } from '#kernel/assert.ts';
import { type Database, type Queryable, rows } from '../database/db.ts';

const FORMAT = 'commonhold-backup-1';
const MAX_BATCH_ROWS = 1_000;
const END_LINE = 'end';

/** The first line of a backup. */
interface Head {
  format: string;
  at: string;
  migrations: string[];
}

async function migrationsOf(db: Queryable): Promise<string[]> {
  const applied = await rows<{ hash: string }>(
    db,
    sql`select hash from drizzle.__drizzle_migrations order by id`,
  );
  return applied.map(({ hash }) => hash);
}

/**
 * All tables in the order in which a restore fills them: a table comes after those that its foreign keys refer to. The
 * rows of partitions are those of their table, as databases do not have the same partitions.
 */
async function tablesOf(db: Queryable): Promise<string[]> {
  const found = await rows<{ name: string; parents: string[] }>(
    db,
    sql`select t.relname as name,
               coalesce(json_agg(p.relname) filter (where p.relname <> t.relname), '[]') as parents
        from pg_class t
        left join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
        left join pg_class p on p.oid = k.confrelid
        where t.relnamespace = 'public'::regnamespace and t.relkind in ('r', 'p') and not t.relispartition
        group by t.relname order by t.relname`,
  );
  const ordered: string[] = [];
  while (ordered.length < found.length) {
    const ready = found.filter(
      ({ name, parents }) => !ordered.includes(name) && parents.every((parent) => ordered.includes(parent)),
    );
    assert(ready.length > 0, 'foreign keys do not lead in a circle');
    ordered.push(...ready.map(({ name }) => name));
  }
  return ordered;
}

/** Takes the next lines of a backup; resolves when it is ready for more. */
export type WriteLines = (lines: readonly string[]) => Promise<void>;

/** Called with a table and how many of its rows are done. */
export type OnProgress = (table: string, count: number) => void;

/**
 * Reads the whole database in one snapshot, also while servers run, as lines of text: a head, then for each table its
 * name and its rows as JSON, and an end line. The lines restore into the embedded database and into Postgres.
 * @param options.summarize summarizes the data of the same snapshot
 * @returns the summary
 */
export async function backUp<Summary>(
  db: Database,
  options: {
    at: Date;
    write: WriteLines;
    onProgress: OnProgress;
    summarize: (tx: Queryable) => Promise<Summary>;
  },
): Promise<Summary> {
  const { at, write, onProgress, summarize } = options;
  const readOnly = { isolationLevel: 'repeatable read', accessMode: 'read only' } as const;
  return db.transaction(async (tx) => {
    const head: Head = { format: FORMAT, at: at.toISOString(), migrations: await migrationsOf(tx) };
    await write([JSON.stringify(head)]);
    for (const table of await tablesOf(tx)) {
      await write([`table ${table}`]);
      await readTable(tx, table, write, onProgress);
    }
    await write([END_LINE]);
    return summarize(tx);
  }, readOnly);
}

async function readTable(
  tx: Queryable,
  table: string,
  write: WriteLines,
  onProgress: OnProgress,
): Promise<void> {
  await tx.execute(
    sql.raw(`declare reader no scroll cursor for select row_to_json(t)::text as line from ${table} t`),
  );
  let count = 0;
  let found: { line: string }[];
  do {
    found = await rows<{ line: string }>(tx, sql.raw(`fetch ${MAX_BATCH_ROWS} from reader`));
    await write(found.map(({ line }) => line));
    count += found.length;
    onProgress(table, count);
  } while (found.length === MAX_BATCH_ROWS);
  await tx.execute(sql`close reader`);
}

/** A backup cannot be restored into this database. The message says what to do. */
export class RestoreError extends Error {}

/**
 * Fills an empty, migrated database with the lines of a backup, in one transaction.
 * @throws RestoreError when the database is not empty or has other migrations than the backup
 */
export async function restore(
  db: Database,
  lines: AsyncIterable<string>,
  onProgress: OnProgress,
): Promise<void> {
  await db.transaction(async (tx) => {
    await requireEmpty(tx);
    await tx.delete(outboxHead);
    const tables = await tablesOf(tx);
    let table = '';
    let ended = false;
    let count = 0;
    let waiting: string[] = [];
    const flush = async () => {
      if (waiting.length > 0) await insertRows(tx, table, waiting);
      count += waiting.length;
      waiting = [];
      if (table) onProgress(table, count);
    };
    let first = true;
    for await (const line of lines) {
      if (first) await requireSameVersion(tx, line);
      else if (line.startsWith('table ')) {
        await flush();
        table = line.slice('table '.length);
        count = 0;
        if (!tables.includes(table)) throw new RestoreError(`The backup has an unknown table ${table}.`);
      } else if (line === END_LINE) ended = true;
      else if (line !== '') waiting.push(line);
      first = false;
      if (waiting.length >= MAX_BATCH_ROWS) await flush();
    }
    await flush();
    if (!ended) throw new RestoreError('The backup ends early. Use another copy of it.');
    await restartIdentities(tx);
  });
}

async function requireEmpty(db: Queryable): Promise<void> {
  const [found] = await rows<{ used: boolean }>(db, sql`select exists (select 1 from audit_log) as used`);
  if (found?.used) throw new RestoreError('The database is not empty. Restore into a new one.');
}

async function requireSameVersion(db: Queryable, line: string): Promise<void> {
  let head: Partial<Head>;
  try {
    head = JSON.parse(line) as Partial<Head>;
  } catch {
    throw new RestoreError('This file is not a backup of Commonhold.');
  }
  if (head.format !== FORMAT) throw new RestoreError('This file is not a backup of Commonhold.');
  if (JSON.stringify(head.migrations) !== JSON.stringify(await migrationsOf(db))) {
    throw new RestoreError(
      'The backup is from another version of Commonhold. Restore it with that version, then upgrade.',
    );
  }
}

async function insertRows(db: Queryable, table: string, lines: readonly string[]): Promise<void> {
  const name = sql.raw(table);
  const columns = await rows<{ name: string }>(
    db,
    sql`select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'
        order by ordinal_position`,
  );
  const names = sql.raw(columns.map((column) => `"${column.name}"`).join(', '));
  await db.execute(
    sql`insert into ${name} (${names}) overriding system value
        select ${names} from json_populate_recordset(null::${name}, ${`[${lines.join(',')}]`}::text::json)`,
  );
}

async function restartIdentities(db: Queryable): Promise<void> {
  const identities = await rows<{ table: string; column: string }>(
    db,
    sql`select table_name as table, column_name as column from information_schema.columns
        where table_schema = 'public' and is_identity = 'YES'`,
  );
  const tables = new Set(await tablesOf(db));
  for (const { table, column } of identities.filter((one) => tables.has(one.table))) {
    await db.execute(
      sql.raw(
        `select setval(pg_get_serial_sequence('${table}', '${column}'), coalesce(max("${column}"), 0) + 1, false) from ${table}`,
      ),
    );
  }
}
