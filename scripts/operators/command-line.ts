import { existsSync } from 'node:fs';
import path from 'node:path';
import { DomainError } from '#kernel/errors.ts';
import { FolderLockedError } from '#platform/server/adapters/database/folder-lock.ts';
import { MigrationError } from '#platform/server/adapters/database/migrations.ts';
import { projectFolder } from '#platform/server/adapters/project-folder.ts';
import { type Config, ConfigError, parseConfig } from '#platform/server/runtime/config.ts';

/** A mistake in how a script was called; its message is all that the reader needs. */
export class UsageError extends Error {}

/**
 * The server's own settings, from .env and the environment. Their paths start in the project's folder, as the server's do;
 * those of a script's arguments start in the caller's. A script may take its time: it reads or writes whole tables, and
 * nobody waits for an answer.
 */
export function readSettings(): Config {
  const folder = projectFolder();
  const file = path.join(folder, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
  const config = parseConfig(process.env);
  return {
    ...config,
    dataDir: path.resolve(folder, config.dataDir),
    auditHeadsFile: path.resolve(folder, config.auditHeadsFile),
    databaseTimeoutMs: null,
  };
}

/** Refuses to continue when there is no embedded database yet: opening one would make an empty one. */
export function requireDatabase({ databaseUrl, dataDir }: Config): void {
  if (databaseUrl !== null || existsSync(path.resolve(dataDir, 'database'))) return;
  throw new UsageError(
    `There is no database in ${dataDir}. Start the server once (npm start), or set DATA_DIR or DATABASE_URL.`,
  );
}

/** Runs an operator's script; a foreseen mistake is one line and exit code 1. */
export async function runScript(main: () => Promise<void>): Promise<void> {
  try {
    await main();
  } catch (error) {
    console.error(explain(error));
    process.exitCode = 1;
  }
}

/** Prints how far a long run over the tables is: a line for each table when it is done. */
export function progress(): (table: string, count: number) => void {
  let current = '';
  let counted = 0;
  const print = () => current && console.log(`  ${String(counted).padStart(9)}  ${current}`);
  return (table, count) => {
    if (table !== current) print();
    current = table;
    counted = count;
  };
}

function explain(error: unknown): string {
  if (error instanceof FolderLockedError) {
    return (
      `${error.message}\n` +
      'The embedded database is open to one process at a time: stop the server with Ctrl+C, run this again, ' +
      'and start it afterwards. On Postgres this runs beside the server.'
    );
  }
  const foreseen = [UsageError, ConfigError, MigrationError, DomainError];
  if (error instanceof Error && foreseen.some((kind) => error instanceof kind)) return error.message;
  const reason = connectionProblem(error);
  if (reason) return `The database does not answer (${reason}). Check DATABASE_URL.`;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function connectionProblem(error: unknown): string | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth += 1) {
    const { code } = cause as NodeJS.ErrnoException;
    if (/^(ECONNREFUSED|ENOTFOUND|CONNECT_TIMEOUT|28\w{3}|3D000)$/.test(code ?? '')) return cause.message;
    cause = cause.cause;
  }
  return null;
}
