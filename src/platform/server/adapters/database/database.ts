import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { PGlite, types } from '@electric-sql/pglite';
import type { SQL } from 'drizzle-orm';
import { drizzle as drizzlePglite } from 'drizzle-orm/pglite';
import { drizzle as drizzlePostgres } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import { ADVISORY_LOCKS } from '../../database/advisory-locks.ts';
import {
  awaitAll,
  type Commit,
  type Database,
  KEY_LOOKUP_SETTINGS,
  type PipelinedTransaction,
  type StatementRunner,
  selectsOnly,
  type Transaction,
  unpipelined,
} from '../../database/db.ts';
import { continueLocks } from '../../database/lock-order.ts';
import type { ReplicaSet } from '../../database/replicas.ts';
import { createSemaphore, type Semaphore } from '../../database/semaphore.ts';
import { projectFolder } from '../project-folder.ts';
import { lockFolder } from './folder-lock.ts';
import { guardFreeSpace } from './free-space.ts';
import { type FrozenSession, watchFrozenSessions } from './frozen-sessions.ts';
import { migrateEmbedded, migratePostgres } from './migrations.ts';
import { layOutCluster } from './new-cluster.ts';
import { pgliteOptions } from './pglite-options.ts';
import { cachePreparedStatements } from './prepared-statements.ts';
import { isWorthPreparingEmbedded, preparing, preparingAll } from './preparing.ts';
import { queryOf } from './query-of.ts';
import { openReplicas } from './replicas.ts';
import {
  driverSettings,
  END_TIMEOUT_SECONDS,
  sessionSettings,
  silenceLimitMs,
  timeLimits,
} from './session-settings.ts';

/** An open, migrated database. */
export interface OpenDatabase {
  db: Database;
  /** Without the time limits of requests, on a connection of its own: for work that reads everything. */
  patientDb: Database;
  pipelined: PipelinedTransaction;
  isEmbedded: boolean;
  /** Null without any in the settings. */
  replicas: ReplicaSet | null;
  /** Calls back after commits that any process has published. */
  onCommit(callback: (committed: { hasWork: boolean }) => void): Promise<void>;
  /** Lets every process know of a commit. It is only a hint: a lost one costs a poll interval. */
  publishCommit(committed: { hasWork: boolean }): void;
  /** Calls back when the session of a frozen server was ended, whose locks others waited for. */
  onFrozenSessionEnded(callback: (session: FrozenSession) => void): void;
  /** Runs setup work while holding a lock, so that only one server of this database does it at a time. */
  withSetupLock<Value>(work: () => Promise<Value>): Promise<Value>;
  close(): Promise<void>;
}

const CHANNEL = 'commonhold_committed';
const WORK_PAYLOAD = 'work';
/** The first notification goes out immediately, later ones at this interval: each makes every server read. */
const MIN_NOTIFY_INTERVAL_MS = 50;
/** Does not wait for the disk: the published change is committed already. */
const NOTIFY_SQL = "select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)";

/** Opens and migrates the configured database: Postgres, or the embedded one in the data folder. */
export function openDatabase(settings: {
  databaseUrl: string | null;
  databaseReplicaUrls: readonly string[];
  dataDir: string;
  databasePool: number;
  databaseTimeoutMs: number | null;
  minFreeDiskMb: number;
}): Promise<OpenDatabase> {
  const { databaseUrl, dataDir, databasePool: pool, databaseTimeoutMs: timeoutMs } = settings;
  return databaseUrl === null
    ? openEmbedded(dataDir, guardFreeSpace(dataDir, settings.minFreeDiskMb))
    : openPostgres(databaseUrl, { pool, timeoutMs, replicaUrls: settings.databaseReplicaUrls });
}

/**
 * How much of a function of the embedded database runs before V8 compiles it again, optimized: what newer versions of V8
 * use. With the seventh part of it, as in Node 20, that compiling is up to half of what a start costs.
 */
const RUN_UNTIL_OPTIMIZED_BYTES = 13_000_000;

/**
 * Opens and migrates the embedded database in `dataDir`, under an exclusive lock on the folder. It survives a crash of the
 * process, but never syncs to disk: only Postgres survives a power loss.
 * @param requireSpace throws while the disk is too full for changes
 */
export async function openEmbedded(
  dataDir: string,
  requireSpace?: () => Promise<void>,
): Promise<OpenDatabase> {
  const folder = resolve(dataDir, 'database');
  mkdirSync(dirname(folder), { recursive: true });
  const release = await lockFolder(folder);
  try {
    await layOutCluster(folder, join(projectFolder(), 'dist', 'server', 'new-cluster.tgz'));
    setFlagsFromString(`--wasm-tiering-budget=${RUN_UNTIL_OPTIMIZED_BYTES}`);
    const client = await PGlite.create({ dataDir: folder, ...pgliteOptions });
    return await embedded(client, { release, requireSpace });
  } catch (error) {
    release();
    throw error;
  }
}

/** Wraps an open PGlite, in a folder or in memory, and migrates it. */
export async function embedded(
  client: PGlite,
  {
    release = () => undefined,
    requireSpace,
  }: { release?: () => void; requireSpace?: (() => Promise<void>) | undefined } = {},
): Promise<OpenDatabase> {
  const drizzled = drizzlePglite({ client: withSharedParsers(client) });
  const db = drizzled as unknown as Database;
  await migrateEmbedded(drizzled);
  if (requireSpace) limitTransactions(db, (work) => requireSpace().then(work));
  return {
    db,
    patientDb: db,
    pipelined: unpipelined(db),
    isEmbedded: true,
    replicas: null,
    onCommit: async () => undefined,
    publishCommit: () => undefined,
    onFrozenSessionEnded: () => undefined,
    // The next commit after the work writes all of its commits; work that a crash interrupts is done again.
    async withSetupLock(work) {
      await client.exec('set synchronous_commit = off');
      try {
        return await work();
      } finally {
        await client.exec('reset synchronous_commit');
      }
    },
    async close() {
      await client.close();
      release();
    },
  };
}

/** OIDs of the types that drizzle wants as text; the last five are arrays of numeric and of the first four types. */
const TYPES_READ_AS_TEXT = [
  types.TIMESTAMP,
  types.TIMESTAMPTZ,
  types.INTERVAL,
  types.DATE,
  1231,
  1115,
  1185,
  1187,
  1182,
];

/**
 * Registers drizzle's parsers once. Drizzle passes them with each query, for which PGlite copies several hundred others:
 * a tenth of the time that the embedded database takes.
 */
function withSharedParsers(client: PGlite): PGlite {
  for (const type of TYPES_READ_AS_TEXT) client.parsers[type] = (text) => text;
  return cachePreparedStatements(client, isWorthPreparingEmbedded);
}

/** Makes every transaction of this database wait for a permit. */
function limitTransactions(db: Database, semaphore: Semaphore): void {
  const begin = db.transaction.bind(db) as Database['transaction'];
  db.transaction = (work, config) => semaphore(() => begin(work, config));
}

/** Number of connections of a pool that run transactions. The rest serves reads, even while all transactions wait. */
const transactionPermits = (pool: number) => pool - Math.ceil(pool / 5);

/**
 * Opens Postgres and migrates it under a lock, so that several servers may start at once.
 * @param options.timeoutMs the limit for a statement and for the wait for a connection; null for none
 * @param options.replicaUrls addresses of replicas that reads may go to
 */
export async function openPostgres(
  url: string,
  {
    pool,
    timeoutMs = null,
    replicaUrls = [],
  }: { pool: number; timeoutMs?: number | null; replicaUrls?: readonly string[] },
): Promise<OpenDatabase> {
  const settings = { ...driverSettings, connect_timeout: 10 };
  const withSetupLock = <Value>(work: () => Promise<Value>) => withAdvisoryLock(url, settings, work);
  await withSetupLock(() => migratePostgres(url, settings));
  const client = postgres(url, {
    ...settings,
    max: pool,
    // During a failover a name or proxy may lead to a standby. A connection to one takes no changes, and refuses to
    // LISTEN, which nobody would try again.
    target_session_attrs: 'primary',
    ...(timeoutMs === null ? { connection: sessionSettings } : timeLimits(timeoutMs)),
  });
  const db = drizzlePostgres({ client: preparingAll(client) }) as unknown as Database;
  const patient = postgres(url, { ...settings, max: 1, idle_timeout: 60, connection: sessionSettings });
  const replicas =
    replicaUrls.length > 0 ? openReplicas({ urls: replicaUrls, primaryUrl: url, pool, timeoutMs }) : null;
  const frozenSessions = timeoutMs === null ? null : watchFrozenSessions(client, silenceLimitMs(timeoutMs));
  const semaphore = createSemaphore({ permits: transactionPermits(pool), maxWaitMs: timeoutMs });
  limitTransactions(db, semaphore);
  let pause: NodeJS.Timeout | null = null;
  let pendingPayload: string | null = null;
  const notify = () => {
    pause = null;
    if (pendingPayload === null) return;
    client.unsafe(NOTIFY_SQL, [CHANNEL, pendingPayload]).catch(() => undefined);
    pendingPayload = null;
    pause = setTimeout(notify, MIN_NOTIFY_INTERVAL_MS);
  };
  return {
    db,
    patientDb: drizzlePostgres({ client: patient }) as unknown as Database,
    pipelined: (read, decide) => semaphore(() => runPipelined(client, read, decide)),
    isEmbedded: false,
    replicas,
    async onCommit(callback) {
      const onReconnected = () => callback({ hasWork: true });
      await client.listen(CHANNEL, (text) => callback({ hasWork: text === WORK_PAYLOAD }), onReconnected);
    },
    publishCommit({ hasWork }) {
      if (hasWork || pendingPayload === null) pendingPayload = hasWork ? WORK_PAYLOAD : '';
      if (!pause) notify();
    },
    onFrozenSessionEnded: (callback) => frozenSessions?.onEnded(callback),
    withSetupLock,
    async close() {
      frozenSessions?.stop();
      if (pause) clearTimeout(pause);
      notify();
      if (pause) clearTimeout(pause);
      await replicas?.close();
      await Promise.all([
        client.end({ timeout: END_TIMEOUT_SECONDS }),
        patient.end({ timeout: END_TIMEOUT_SECONDS }),
      ]);
    },
  };
}

const BEGIN = [
  'begin',
  ...[...KEY_LOOKUP_SETTINGS].map(([name, value]) => `set local ${name} = ${value}`),
].join('; ');

/** Relies on pipelining: a connection runs statements in the order in which they are sent, and fails all after a failure. */
async function runPipelined<State, Answer>(
  client: postgres.Sql,
  read: (tx: StatementRunner) => Promise<State>,
  decide: (state: State) => Commit<Answer>,
): Promise<Answer> {
  const reserved = await client.reserve();
  const connection = preparing(Object.assign(reserved, { options: client.options }));
  const send = (text: string, parameters: unknown[] = []) =>
    connection.unsafe(text, parameters as string[]).execute();
  const execute = (statement: SQL) => {
    const { text, values } = queryOf(statement);
    return send(text, values);
  };
  try {
    const begun = send(BEGIN);
    const reader = selectsOnly(execute);
    const [, state] = await awaitAll([begun, read(reader)]);
    const { answer, write, afterWrite } = decide(state);
    const written = write && execute(write);
    if (afterWrite) {
      await written;
      const tx = drizzlePostgres({ client: connection }) as unknown as Transaction;
      continueLocks(reader, tx);
      await afterWrite(tx);
    }
    const [{ command }] = await awaitAll([send('commit'), written ?? Promise.resolve()]);
    if (command !== 'COMMIT')
      throw new Error('The database has rolled a transaction back that it was to commit.');
    return answer;
  } catch (error) {
    await send('rollback').catch(() => undefined);
    throw error;
  } finally {
    reserved.release();
  }
}

/** A transaction-level advisory lock, which also works behind a pooler that pools transactions. */
async function withAdvisoryLock<Value>(
  url: string,
  settings: object,
  work: () => Promise<Value>,
): Promise<Value> {
  const client = postgres(url, { ...settings, max: 1 });
  try {
    return (await client.begin(async (tx) => {
      await tx`set local statement_timeout = 0`;
      await tx`set local idle_in_transaction_session_timeout = 0`;
      await tx`select pg_advisory_xact_lock(${ADVISORY_LOCKS.setup.key})`;
      return work();
    })) as Value;
  } finally {
    await client.end({ timeout: END_TIMEOUT_SECONDS });
  }
}
