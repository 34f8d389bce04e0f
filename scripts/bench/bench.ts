import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { compose } from '#app/server/compose.ts';
import { createSession } from '#features/identity/server/sessions/sessions.ts';
import { invest } from '#features/investing/server/index.ts';
import { newId } from '#kernel/ids.ts';
import { MAX_CENTS } from '#kernel/money.ts';
import { SECOND } from '#kernel/time.ts';
import { openPostgres } from '#platform/server/adapters/database/database.ts';
import { projectFolder } from '#platform/server/adapters/project-folder.ts';
import { rows } from '#platform/server/database/db.ts';
import { queueState } from '#platform/server/jobs/jobs.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { type PostgresServer, startPostgres } from '#tests/support/postgres-server.ts';
import { growthRows, requireNoDrift, verifyRow } from './growth-rows.ts';
import { ANALYTICS_SQL, largeRows, PAGE_SQL } from './large-rows.ts';
import { growWorld, LISTED, readersOfLists, requireRoom, whileLoading, withLanes } from './large-world.ts';
import { fillLists } from './list-world.ts';
import type { ListReader } from './lists.ts';
import { startProcess } from './processes.ts';
import { prepareInteractiveTrades, preparePgbench, prepareSingleTransfers } from './references.ts';
import { benchRows, PUBLIC_PAGE, type Round, type Row, type Stage } from './rows.ts';
import { as, HOLDINGS, PROPERTIES, READER_COUNT, seedBenchWorld, userId } from './world.ts';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    json: { type: 'string' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '5' },
    minutes: { type: 'string', default: '10' },
    large: { type: 'boolean', default: false },
    transfers: { type: 'string', default: '10000000' },
    base: { type: 'string', default: '1000000' },
  },
});

const transfers = Number(options.transfers);
/** Transfers of the database that the large one is compared with; none is, when it is not smaller. */
const baseTransfers = options.large && Number(options.base) < transfers ? Number(options.base) : null;

const LIST_SQL = `select p.*, a.balance from properties p
  left join ledger_accounts a on a.property_id = p.id and a.kind = 'property_available'
  where p.status = 'approved' and p.property_type = 'residential'
  order by p.annual_yield desc nulls last, p.id desc nulls last limit 21`;

const PORTFOLIO_SQL = `select a.balance, p.* from ledger_accounts a join properties p on p.id = a.property_id
  where a.user_id = '${userId(1)}' and a.kind = 'user_shares' and a.balance > 0 order by p.id desc`;

async function createDatabase(server: PostgresServer, name: string, copied?: string): Promise<string> {
  const admin = postgres(server.url, { max: 1 });
  await admin.unsafe(`create database ${name}${copied ? ` template ${copied} strategy file_copy` : ''}`);
  await admin.end();
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}

/** The holdings of the portfolio row, and one property sold out for the refusals. */
async function buyInAdvance(platform: Platform): Promise<void> {
  const readers = Array.from({ length: READER_COUNT }, (_, index) => as(platform, userId(index + 1)));
  for (let number = 1; number <= HOLDINGS; number += 1) {
    const bought = { propertyId: number * 100, shares: number };
    await Promise.all(readers.map((reader) => invest(reader, { ...bought, requestId: newId() })));
  }
  await invest(as(platform, userId(READER_COUNT + 1)), {
    propertyId: PROPERTIES,
    shares: 10_000_000,
    requestId: newId(),
  });
  await platform.db.execute(sql`vacuum analyze`);
}

async function sessionsOf(platform: Platform, users: number): Promise<string[]> {
  const numbers = Array.from({ length: users }, (_, index) => index + 1);
  return Promise.all(
    numbers.map(async (number) => {
      const opening = { userId: userId(number), device: 'benchmark', now: new Date() };
      return (await createSession(platform.db, opening)).token;
    }),
  );
}

const QUIET_MS = 3 * SECOND;

/** Waits until the server has nothing to do: what it catches up with after the preparation is part of no row. */
async function idle(platform: Platform): Promise<void> {
  for (let quietSince = Date.now(); Date.now() - quietSince < QUIET_MS; ) {
    await new Promise((resolve) => setTimeout(resolve, SECOND / 4));
    if ((await queueState(platform)).due > 0) quietSince = Date.now();
  }
}

/** Opens a database, without the time limits of requests. */
async function openPlatform(databaseUrl: string): Promise<{ platform: Platform; close(): Promise<void> }> {
  const database = await openPostgres(databaseUrl, { pool: 8 });
  const platform = compose({ config: parseConfig(environmentOf(databaseUrl)), database });
  return { platform, close: () => database.close() };
}

const environmentOf = (databaseUrl: string) => ({
  NODE_ENV: 'test',
  LOG_LEVEL: 'error',
  DATABASE_URL: databaseUrl,
  RATE_LIMITS: 'off',
  VERIFY_HOURS: '0',
  PORT: '0',
  // The highest possible limits: the ten thousand people buy without end, and the cost of checking limits is measured
  // too.
  INVEST_LIMIT_MONTHLY_CENTS: String(MAX_CENTS),
  INVEST_LIMIT_ANNUAL_CENTS: String(MAX_CENTS),
});

interface Cookies {
  cookies: string[];
  listReaders: Record<ListReader, string> | null;
}

async function fillWorld(databaseUrl: string): Promise<Cookies> {
  const { platform, close } = await openPlatform(databaseUrl);
  await seedBenchWorld(platform);
  await buyInAdvance(platform);
  if (options.large) await fillLists(platform, LISTED);
  const listReaders = options.large ? await readersOfLists(platform) : null;
  const cookies = await sessionsOf(platform, READER_COUNT + 256);
  await close();
  return { cookies, listReaders };
}

/** Copies the world, where two sizes are compared, and lets each copy grow. @returns the address of the smaller one */
async function growWorlds(server: PostgresServer, url: string): Promise<string | null> {
  const worlds = [{ url, transfers }];
  if (baseTransfers !== null) {
    const base = await createDatabase(server, 'commonhold_base', 'commonhold');
    worlds.unshift({ url: base, transfers: baseTransfers });
  }
  await whileLoading(server.url, async () => {
    for (const world of worlds) {
      const { platform, close } = await openPlatform(world.url);
      await withLanes(world.url, (lanes) => growWorld(platform, { lanes, transfers: world.transfers }));
      await close();
    }
  });
  return baseTransfers === null ? null : (worlds[0]?.url ?? null);
}

async function withStage(work: (stage: Stage) => Promise<void>): Promise<void> {
  if (options.large) await requireRoom(transfers);
  const server = await startPostgres({ durable: true });
  const stops: (() => Promise<unknown>)[] = [() => server.stop()];
  const started = async (args: string[], env?: Record<string, string>) => {
    const running = await startProcess(args, env);
    stops.unshift(running.stop);
    return running;
  };
  const bare = (file: string, ...args: string[]) =>
    started([join(projectFolder(), 'dist', 'bench', file), ...args]);
  const serve = async (databaseUrl: string) => {
    const { platform, close } = await openPlatform(databaseUrl);
    stops.unshift(close);
    const app = join(projectFolder(), 'dist', 'server', 'main.js');
    const server = await started([app], environmentOf(databaseUrl));
    await idle(platform);
    return { platform, databaseUrl, server };
  };
  try {
    console.log(
      `Preparing: 100,000 users, 100,000 properties${options.large ? '' : ', pgbench at scale 10'}.`,
    );
    const url = await createDatabase(server, 'commonhold');
    const referenceUrl = await createDatabase(server, 'reference');
    if (!options.large) {
      await preparePgbench(referenceUrl);
      await prepareSingleTransfers(referenceUrl);
      await prepareInteractiveTrades(referenceUrl);
    }
    const { cookies, listReaders } = await fillWorld(url);
    const baseUrl = options.large ? await growWorlds(server, url) : null;
    const base = baseUrl === null ? null : await serve(baseUrl);
    const bareList = await bare('bare-server.js', url, LIST_SQL);
    const barePortfolio = await bare('bare-server.js', url, PORTFOLIO_SQL);
    const bareAnalytics = await bare('bare-server.js', url, ANALYTICS_SQL);
    const bareRows = await bare('bare-server.js', url, PAGE_SQL);
    const world = await serve(url);
    const barePage = await bare('bare-page.js', `http://127.0.0.1:${world.server.port}${PUBLIC_PAGE}`);
    await work({
      ...world,
      base,
      referenceUrl,
      bareList,
      barePortfolio,
      bareAnalytics,
      bareRows,
      barePage,
      listReaders,
      buyers: cookies.slice(READER_COUNT),
      readers: cookies.slice(0, READER_COUNT),
      seconds: Number(options.seconds),
      minutes: Number(options.minutes),
    });
  } finally {
    for (const stop of stops) await stop();
  }
}

const median = (values: readonly number[]) => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? (sorted[middle] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2;
};

interface Measurement {
  name: string;
  what: string;
  unit: string;
  ratio: number;
  goal: number;
  pass: boolean;
  median: number;
  reference: number;
  spread: [number, number];
}

function measured(row: Row, rounds: readonly Round[]): Measurement {
  const ratios = rounds.map(({ value, reference }) => value / reference);
  const ratio = median(ratios);
  return {
    name: row.name,
    what: row.what,
    unit: row.unit,
    ratio,
    goal: row.goal,
    pass: row.atMost ? ratio <= row.goal : ratio >= row.goal,
    median: median(rounds.map(({ value }) => value)),
    reference: median(rounds.map(({ reference }) => reference)),
    spread: [Math.min(...ratios), Math.max(...ratios)],
  };
}

const short = (value: number) =>
  value >= 100 ? Math.round(value).toLocaleString('en-US') : value.toFixed(2);

function tableOf(results: readonly Measurement[]): string {
  const lines = results.map(
    ({ what, unit, ratio, goal, pass, median: ours, reference, spread }) =>
      `| ${what} | ${short(ours)} | ${short(reference)} | ${unit} | **${ratio.toFixed(2)}** | ${spread
        .map((one) => one.toFixed(2))
        .join(' to ')} | ${goal} | ${pass ? 'met' : 'missed'} |`,
  );
  return [
    '| what | ours | reference | unit | ratio | spread | goal | |',
    '|---|---|---|---|---|---|---|---|',
    ...lines,
  ].join('\n');
}

async function report(platform: Platform, results: readonly Measurement[]): Promise<void> {
  const [server] = await rows<{ version: string }>(
    platform.db,
    sql`select current_setting('server_version') as version`,
  );
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const text = [
    '# Benchmark',
    '',
    `Written by \`npm run bench${options.large ? ' -- --large' : ''}\`. Ratios against a reference in alternating rounds of the same run; medians; default`,
    options.large
      ? `durability; the invariants of \`npm run verify\` held afterwards. ${transfers.toLocaleString('en-US')} transfers.`
      : 'durability; the invariants of `npm run verify` held after each row.',
    '',
    `${machine}; Node ${process.versions.node}; Postgres ${server?.version ?? 'unknown'}; ${options.rounds} rounds of ${options.seconds} s; ${new Date().toISOString().slice(0, 10)}.`,
    '',
    tableOf(results),
    '',
  ].join('\n');
  console.log(`\n${text}`);
  if (options.json) writeFileSync(options.json, `${JSON.stringify({ rows: results }, null, 2)}\n`);
  if (options.only) return;
  const folder = join(projectFolder(), 'docs', 'generated');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, options.large ? 'bench-large.md' : 'bench.md'), text);
}

/** VACUUM as pgbench does before a run. */
async function tidyUp({ platform, base }: Stage): Promise<void> {
  await platform.db.execute(sql`vacuum analyze`);
  await base?.platform.db.execute(sql`vacuum analyze`);
}

const largeOnes =
  baseTransfers === null ? largeRows : [...growthRows(baseTransfers), ...largeRows, verifyRow(baseTransfers)];
const known = options.large ? largeOnes : benchRows;
const names = options.only?.split(',') ?? known.map(({ name }) => name);
const chosen = known.filter(({ name }) => names.includes(name));
if (chosen.length < names.length) {
  console.error(`There is no such row. Rows: ${known.map(({ name }) => name).join(', ')}.`);
  process.exit(2);
}
await withStage(async (stage) => {
  const results: Measurement[] = [];
  for (const row of chosen) {
    const rounds: Round[] = [];
    await row.prepare?.(stage);
    await tidyUp(stage);
    for (let number = 0; number < (row.rounds ?? Number(options.rounds)); number += 1) {
      rounds.push(await row.round(stage));
      const last = rounds.at(-1) as Round;
      console.log(`${row.name} ${number + 1}: ${short(last.value)} vs ${short(last.reference)} ${row.unit}`);
    }
    // Minutes in the large world, whose last row does it.
    if (!options.large) await requireNoDrift(stage.platform);
    results.push(measured(row, rounds));
  }
  if (options.large && baseTransfers === null) await requireNoDrift(stage.platform);
  await report(stage.platform, results);
  if (results.some(({ pass }) => !pass)) process.exitCode = 1;
});
process.exit();
