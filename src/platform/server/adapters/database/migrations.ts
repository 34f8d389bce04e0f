import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { PgliteDatabase } from 'drizzle-orm/pglite';
import { migrate as runOnPglite } from 'drizzle-orm/pglite/migrator';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import { migrate as runOnPostgres } from 'drizzle-orm/postgres-js/migrator';
import postgres from 'postgres';
import { MINUTE } from '#kernel/time.ts';
import { type Database, rows } from '../../database/db.ts';
import { databaseErrorOf } from '../../errors/database-errors.ts';
import { projectFolder } from '../project-folder.ts';
import { END_TIMEOUT_SECONDS } from './session-settings.ts';

const migrationsFolder = () => join(projectFolder(), 'db', 'migrations');

/** Migrates the embedded database. */
export async function migrateEmbedded(drizzled: PgliteDatabase<Record<string, never>>): Promise<void> {
  await migrateWith(drizzled as unknown as Database, () =>
    runOnPglite(drizzled, { migrationsFolder: migrationsFolder() }),
  );
}

/** Everyone else waits behind a migration that waits for a table. */
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_RETRY_MS = 3_000;
const MAX_LOCK_WAIT_MS = 30 * MINUTE;

/**
 * Migrates Postgres, unless that is done, on a connection of its own. While somebody reads a table for long that it
 * changes, as a verification or a backup does, it tries again and again, and lets others work in between.
 */
export async function migratePostgres(url: string, settings: object): Promise<void> {
  const client = postgres(url, { ...settings, max: 1 });
  try {
    const drizzled = drizzlePostgres({ client });
    limitLocks(client);
    await migrateWith(drizzled as unknown as Database, () =>
      repeatWhileLocked(() =>
        runOnPostgres(drizzled, { migrationsFolder: migrationsFolder() }).catch(explainMissingRight),
      ),
    );
  } finally {
    await client.end({ timeout: END_TIMEOUT_SECONDS });
  }
}

/** In each transaction, and for it alone: a pooler may give the session to somebody else. */
function limitLocks(client: postgres.Sql): void {
  const begin = client.begin.bind(client) as (work: (tx: postgres.TransactionSql) => unknown) => unknown;
  const limited = (work: (tx: postgres.TransactionSql) => unknown) =>
    begin(async (tx) => {
      await tx.unsafe(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`);
      return work(tx);
    });
  Object.assign(client, { begin: limited });
}

const LOCK_NOT_AVAILABLE = '55P03';

async function repeatWhileLocked(run: () => Promise<void>): Promise<void> {
  for (const deadline = Date.now() + MAX_LOCK_WAIT_MS; ; await sleep(LOCK_RETRY_MS)) {
    try {
      return await run();
    } catch (error) {
      if (databaseErrorOf(error)?.code !== LOCK_NOT_AVAILABLE || Date.now() > deadline) throw error;
    }
  }
}

const INSUFFICIENT_PRIVILEGE = '42501';

function explainMissingRight(error: unknown): never {
  if (databaseErrorOf(error)?.code !== INSUFFICIENT_PRIVILEGE) throw error;
  const message =
    'The account of DATABASE_URL may not change tables. Run "npm run migrate" as the account that owns them first.';
  throw new MigrationError(message, { cause: error });
}

/** The tables are not those of this version. The message says what to do. */
export class MigrationError extends Error {}

/**
 * Migrates a database that lacks migrations. One that has them all is not written to: a database role without the right to
 * change tables can start the server once another role has migrated.
 */
async function migrateWith(db: Database, run: () => Promise<void>): Promise<void> {
  const { missing, hasUnknown } = await compareMigrations(db);
  // Migrating it would fail somewhere on the way.
  if (hasUnknown) {
    throw new MigrationError(
      'The database was made by a version of Commonhold whose migrations this one does not have: a newer version, or ' +
        'one from before the first release. Start that version, or begin with an empty database.',
    );
  }
  if (missing.length === 0) return;
  await run();
  const { missing: skipped } = await compareMigrations(db);
  if (skipped.length > 0) {
    throw new MigrationError(
      `The database lacks these migrations, or has other versions of them: ${skipped.join(', ')}.`,
    );
  }
}

/** Compares the applied migrations with the files, because drizzle silently skips migrations that are out of order. */
async function compareMigrations(db: Database): Promise<{ missing: string[]; hasUnknown: boolean }> {
  const folder = migrationsFolder();
  const journal = JSON.parse(readFileSync(join(folder, 'meta', '_journal.json'), 'utf8')) as {
    entries: { tag: string }[];
  };
  const hashOf = (tag: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, `${tag}.sql`), 'utf8'))
      .digest('hex');
  const files = new Map(journal.entries.map(({ tag }) => [hashOf(tag), tag]));
  const applied = new Set(await appliedMigrations(db));
  return {
    missing: [...files].filter(([hash]) => !applied.has(hash)).map(([, tag]) => tag),
    hasUnknown: [...applied].some((hash) => !files.has(hash)),
  };
}

async function appliedMigrations(db: Database): Promise<string[]> {
  const [table] = await rows<{ isThere: boolean }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations') is not null as "isThere"`,
  );
  if (!table?.isThere) return [];
  const applied = await rows<{ hash: string }>(db, sql`select hash from drizzle.__drizzle_migrations`);
  return applied.map(({ hash }) => hash);
}
