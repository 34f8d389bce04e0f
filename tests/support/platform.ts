import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import postgres from 'postgres';
import { compose, type ReplaceableParts } from '#app/server/compose.ts';
import { jobRegistry } from '#app/server/slices.ts';
import { type Clock, systemClock } from '#kernel/time.ts';
import { embedded, type OpenDatabase, openPostgres } from '#platform/server/adapters/database/database.ts';
import {
  dropTemplates,
  pgliteOptions,
  smallClusterOptions,
} from '#platform/server/adapters/database/pglite-options.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { entriesOf, FilledMemory } from './filled-memory.ts';
import {
  fastPasswords,
  type TestBank,
  type TestClock,
  type TestMailer,
  testBank,
  testClock,
  testFiles,
  testMailer,
  testWeb,
} from './ports.ts';
import { startPostgres } from './postgres-server.ts';

interface Options {
  /** Settings beside the test's own: limits off, no sample accounts, silent log. */
  env?: Record<string, string>;
  replace?: Partial<ReplaceableParts>;
  /** Throws while there is no room for changes; on the embedded database. */
  requireSpace?: () => Promise<void>;
}

/** Makes a drain run the schedules of these slices alone, where the test names none. All of them take long. */
function runOnly({ jobs }: Platform, slices: readonly string[]): void {
  const { drain } = jobs;
  const kinds = jobRegistry.schedules.map(({ kind }) => kind);
  const schedules = kinds.filter((kind) => slices.includes(kind.split('.')[0] ?? ''));
  const unknown = slices.filter((slice) => !schedules.some((kind) => kind.startsWith(`${slice}.`)));
  if (unknown.length > 0) throw new Error(`There are no schedules of ${unknown.join(', ')}.`);
  jobs.drain = (which = { schedules }) => drain(which);
}

export interface TestPlatform {
  platform: Platform;
  bank: TestBank;
  mails: TestMailer;
  database: OpenDatabase;
  close(): Promise<void>;
}

/** Tests move more money than people may; those of the limits themselves set them. */
export const NO_LIMITS = { INVEST_LIMIT_MONTHLY_CENTS: '0', INVEST_LIMIT_ANNUAL_CENTS: '0' };

/** The limits as they are without any setting. */
export const USUAL_LIMITS = { INVEST_LIMIT_MONTHLY_CENTS: '', INVEST_LIMIT_ANNUAL_CENTS: '' };

/** Not a secret: all that it seals is made up by tests. */
export const TEST_DATA_KEY = `test:${Buffer.from('thirty-two bytes for tests alone').toString('base64')}`;

const migrations = join(import.meta.dirname, '../../db/migrations');

/** Names one state of the migrations. */
function migrationsHash(): string {
  const hash = createHash('sha256');
  for (const name of readdirSync(migrations)
    .filter((one) => one.endsWith('.sql'))
    .sort()) {
    hash.update(name).update(readFileSync(join(migrations, name)));
  }
  return hash.digest('hex').slice(0, 16);
}

/** A migrated embedded database as an archive of its data folder, made once for each state of the migrations. */
async function migratedArchive(): Promise<Buffer> {
  const file = join(tmpdir(), `commonhold-migrated-3-${migrationsHash()}.tar`);
  if (!existsSync(file)) {
    const client = await PGlite.create(smallClusterOptions);
    const database = await embedded(client);
    await dropTemplates(client);
    const dump = await client.dumpDataDir('none');
    await database.close();
    const draft = `${file}.${randomUUID()}`;
    writeFileSync(draft, Buffer.from(await dump.arrayBuffer()));
    renameSync(draft, file);
  }
  return readFileSync(file);
}

/** Common parts of fresh databases, read and compiled once for all of a process. */
async function commonParts() {
  const folder = dirname(createRequire(import.meta.url).resolve('@electric-sql/pglite'));
  const read = (name: string) => readFileSync(join(folder, name));
  const archive = await migratedArchive();
  return {
    archive,
    entries: entriesOf(archive),
    options: {
      ...pgliteOptions,
      fsBundle: new Blob([read('pglite.data')]),
      pgliteWasmModule: await WebAssembly.compile(read('pglite.wasm')),
    },
  };
}

let common: ReturnType<typeof commonParts> | undefined;

/** A fresh, migrated embedded database in memory. */
export async function freshEmbedded(): Promise<PGlite> {
  common ??= commonParts();
  const { archive, entries, options } = await common;
  return PGlite.create({ ...options, fs: new FilledMemory(archive, entries) });
}

function composeOn(database: OpenDatabase, clock: Clock, { env = {}, replace = {} }: Options) {
  const bank = testBank();
  const mails = testMailer();
  const config = parseConfig({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    SAMPLE_DATA: '0',
    RATE_LIMITS: 'off',
    VERIFY_HOURS: '0',
    DATA_KEYS: TEST_DATA_KEY,
    ...NO_LIMITS,
    ...env,
  });
  const platform = compose({
    config,
    database,
    clock,
    replace: {
      passwords: fastPasswords(),
      payments: bank,
      mailer: mails,
      files: testFiles(),
      publicDownloads: testWeb(),
      chainHeads: { publish: async () => undefined },
      closedAccounts: { publish: async () => undefined },
      ...replace,
    },
  });
  return { platform, bank, mails };
}

/** The whole product on a fresh embedded database in memory, by a clock that the test moves. */
export async function testPlatform(
  options: Options & {
    clock?: TestClock;
    /** The slices whose schedules run in a drain; all of them unless given. */
    schedulesOf?: readonly string[];
  } = {},
): Promise<TestPlatform & { clock: TestClock }> {
  const { requireSpace, clock = testClock(), schedulesOf } = options;
  const database = await embedded(await freshEmbedded(), { requireSpace });
  const { platform, bank, mails } = composeOn(database, clock, options);
  if (schedulesOf) runOnly(platform, schedulesOf);
  return {
    platform,
    bank,
    mails,
    database,
    clock,
    async close() {
      await platform.live.stop();
      await platform.jobs.stop();
      await database.close();
    },
  };
}

/** Another platform on the same embedded database, with other settings or ports; it has nothing to close. */
export function secondPlatform(first: TestPlatform & { clock: TestClock }, options: Options): Platform {
  return composeOn(first.database, first.clock, options).platform;
}

export interface PostgresPlatform extends TestPlatform {
  url: string;
  /** Another server of the product on the same database. */
  another(options?: Options & { clock?: Clock }): Promise<Platform>;
}

let ownServer: ReturnType<typeof startPostgres> | undefined;

async function serverUrl(): Promise<string> {
  if (process.env.TEST_DATABASE_URL) return process.env.TEST_DATABASE_URL;
  ownServer ??= startPostgres();
  return (await ownServer).url;
}

const TEMPLATE_LOCK = 5_018_233;

function urlOf(admin: string, database: string): string {
  const url = new URL(admin);
  url.pathname = `/${database}`;
  return url.href;
}

/** A migrated database that nobody opens, made once on a server: a copy of it takes a tenth of migrating. */
async function migratedTemplate(admin: string): Promise<string> {
  const name = `migrated_${migrationsHash()}`;
  const client = postgres(admin, { max: 1, onnotice: () => undefined });
  try {
    await client`select pg_advisory_lock(${TEMPLATE_LOCK})`;
    const [known] = await client`select 1 from pg_database where datname = ${name}`;
    if (known) return name;
    const draft = `draft_${randomUUID().replaceAll('-', '')}`;
    await client.unsafe(`create database ${draft}`);
    await (await openPostgres(urlOf(admin, draft), { pool: 1 })).close();
    await client.unsafe(`alter database ${draft} rename to ${name}`);
    return name;
  } finally {
    await client.end({ timeout: 5 });
  }
}

let template: Promise<string> | undefined;

interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

async function newDatabase(origin = ''): Promise<TestDatabase> {
  const admin = await serverUrl();
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  const run = async (statement: string) => {
    const client = postgres(admin, { max: 1, onnotice: () => undefined });
    await client.unsafe(statement).finally(() => client.end({ timeout: 5 }));
  };
  await run(`create database ${name} ${origin}`);
  return { url: urlOf(admin, name), drop: () => run(`drop database if exists ${name} with (force)`) };
}

/** A database of its own on the test server, with nothing in it. */
export const emptyDatabase = () => newDatabase();

/** A database of its own on the test server, migrated. */
export async function freshDatabase(): Promise<TestDatabase> {
  template ??= migratedTemplate(await serverUrl());
  return newDatabase(`template ${await template}`);
}

interface PostgresUrl {
  url: string;
  drop?: () => Promise<void>;
}

/** The whole product on a fresh database of a real Postgres, by the system's clock; closing drops it. */
export async function postgresPlatform(
  options: Options & {
    clock?: Clock;
    pool?: number;
    timeoutMs?: number;
    on?: PostgresUrl;
    replicaUrls?: readonly string[];
  } = {},
): Promise<PostgresPlatform> {
  const { url, drop = async () => undefined } = options.on ?? (await freshDatabase());
  const opened: { platform: Platform; database: OpenDatabase }[] = [];
  const files = testFiles();
  const open = async ({ clock = systemClock, replace, ...rest }: Options & { clock?: Clock }) => {
    const database = await openPostgres(url, {
      pool: options.pool ?? 10,
      timeoutMs: options.timeoutMs ?? null,
      replicaUrls: options.replicaUrls ?? [],
    });
    // One store for all servers, as each of them has one in production.
    const composed = composeOn(database, clock, { ...rest, replace: { files, ...replace } });
    opened.push({ platform: composed.platform, database });
    await database.onCommit(({ hasWork }) => {
      if (hasWork) composed.platform.jobs.wake();
      composed.platform.live.wake();
    });
    return { ...composed, database };
  };
  const { platform, bank, mails, database } = await open(options);
  return {
    platform,
    bank,
    mails,
    database,
    url,
    another: async (more = {}) =>
      (await open({ ...options, ...more, replace: { ...options.replace, ...more.replace } })).platform,
    async close() {
      for (const one of opened) {
        await one.platform.live.stop();
        await one.platform.jobs.stop();
        await one.database.close();
      }
      await drop();
      if (ownServer) {
        await (await ownServer).stop();
        template = undefined;
      }
      ownServer = undefined;
    },
  };
}
