import { sql } from 'drizzle-orm';
import { invest } from '#features/investing/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { newId } from '#kernel/ids.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { finished, prepareAutoInvest, purchasesOf, runRate, startRun } from './auto-invest.ts';
import { type DemoWaits, openDemo } from './demo.ts';
import { addHolders, payOut, prepareNextQuarter } from './distribution.ts';
import type { ListReader } from './lists.ts';
import { callLoad, httpLoad, type LoadResult } from './load.ts';
import { plainPayments, plainPurchases, preparePlainWrites } from './plain-writes.ts';
import type { Running } from './processes.ts';
import { CONCURRENCY, interactiveTrades, simpleUpdate, singleTransfers } from './references.ts';
import { buyOne, largeListing, openLargeListing } from './resale.ts';
import { issueStatements } from './statements.ts';
import { hostileUploads, type UploadWaits } from './uploads.ts';
import { as, READER_COUNT, SPREAD_PROPERTY_COUNT, USERS, userId } from './world.ts';

/** A database of the product, and a server of it. */
export interface Side {
  platform: Platform;
  databaseUrl: string;
  server: Running;
}

/** The machine on which the rows are measured. */
export interface Stage extends Side {
  /** The same world with fewer transfers, which the large one is compared with. */
  base: Side | null;
  /** Database of pgbench and the other references, on the same server. */
  referenceUrl: string;
  bareList: Running;
  barePortfolio: Running;
  bareAnalytics: Running;
  /** Reads a page of finished rows. */
  bareRows: Running;
  barePage: Running;
  /** Session cookies of those whose long lists are read; null in the usual world, which has none. */
  listReaders: Record<ListReader, string> | null;
  /** Session cookies of people who buy, and of people whose portfolios are read. */
  buyers: readonly string[];
  readers: readonly string[];
  seconds: number;
  /** Duration of the load under which memory is watched. */
  minutes: number;
}

/** One round: what we did and what the reference did, in the same unit. */
export interface Round {
  value: number;
  reference: number;
}

export interface Row {
  name: string;
  what: string;
  unit: string;
  /** The ratio to reach; `atMost` when smaller is better. */
  goal: number;
  atMost?: boolean;
  /** Number of rounds, if different from the other rows. */
  rounds?: number;
  /** Makes what only this row needs, once. */
  prepare?(stage: Stage): Promise<void>;
  round(stage: Stage): Promise<Round>;
}

const random = (below: number) => 1 + Math.floor(Math.random() * below);

/** Any user except those whose portfolios are read. */
const someBuyer = () => userId(READER_COUNT + random(USERS - READER_COUNT));

const oneOf = (cookies: readonly string[]) => cookies[random(cookies.length) - 1];

function investDirectly(platform: Platform, properties: number, shares = 1): Promise<unknown> {
  const purchase = { propertyId: random(properties), shares, requestId: newId() };
  return invest(as(platform, someBuyer()), purchase);
}

export const direct = ({ platform, seconds }: Stage, properties: number): Promise<LoadResult> =>
  callLoad(CONCURRENCY, seconds, () => investDirectly(platform, properties));

function investRequest(buyers: readonly string[], properties: number): string {
  const body = JSON.stringify({ propertyId: random(properties), shares: 1, requestId: newId() });
  return (
    'POST /api/trpc/investing.invest HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\n' +
    `cookie: commonhold=${oneOf(buyers)}\r\ncontent-length: ${body.length}\r\n\r\n${body}`
  );
}

async function overHttp(stage: Stage, properties: number): Promise<LoadResult> {
  const { server, buyers, seconds } = stage;
  const request = () => investRequest(buyers, properties);
  return withoutFailures(await httpLoad({ port: server.port, connections: CONCURRENCY, seconds, request }));
}

export function withoutFailures(result: LoadResult): LoadResult {
  if (result.failures > 0) throw new Error(`${result.failures} of ${result.operations} requests failed`);
  return result;
}

async function againstSimpleUpdate(stage: Stage, ours: () => Promise<LoadResult>): Promise<Round> {
  const reference = await simpleUpdate(stage.referenceUrl, stage.seconds);
  const { rate } = withoutFailures(await ours());
  return { value: rate, reference: reference.rate };
}

export function getRequest(target: string, readers: readonly string[]): string {
  return `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: commonhold=${oneOf(readers)}\r\n\r\n`;
}

/** Without a cookie, as visitors ask. */
const visitorRequest = (target: string) => () => `GET ${target} HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n`;

async function publicPage({ seconds, server, barePage }: Stage): Promise<Round> {
  const request = visitorRequest(PUBLIC_PAGE);
  const reference = await httpLoad({ port: barePage.port, connections: 16, seconds, request });
  const ours = await httpLoad({ port: server.port, connections: 16, seconds, request });
  return { value: withoutFailures(ours).rate, reference: withoutFailures(reference).rate };
}

export async function reads(
  { seconds, server, readers }: Stage,
  path: string,
  bare: Running,
): Promise<Round> {
  const get = (target: string) => () => getRequest(target, readers);
  const reference = await httpLoad({ port: bare.port, connections: 16, seconds, request: get('/') });
  const ours = await httpLoad({ port: server.port, connections: 16, seconds, request: get(path) });
  return { value: withoutFailures(ours).rate, reference: withoutFailures(reference).rate };
}

/** Sells a small offering out and continues to buy: refusals a second, and the number of purchases. */
async function soldOutRush(stage: Stage): Promise<Round> {
  const { platform, seconds } = stage;
  const accepted = await direct(stage, 1);
  const [empty] = await rows<{ id: number }>(
    platform.db,
    sql`select property_id as id from ledger_accounts where kind = 'property_available' and balance = 0 limit 1`,
  );
  if (!empty) throw new Error('the benchmark has no sold-out property');
  const refused = await callLoad(CONCURRENCY, seconds, async () => {
    const input = { propertyId: empty.id, shares: 1, requestId: newId() };
    await invest(as(platform, someBuyer()), input).catch((error: unknown) => {
      if (!(error instanceof DomainError) || error.code !== 'NOT_ENOUGH_SHARES') throw error;
    });
  });
  return { value: withoutFailures(refused).rate, reference: accepted.rate };
}

async function resaleRush({ platform, referenceUrl, seconds }: Stage): Promise<Round> {
  const reference = await interactiveTrades(referenceUrl, seconds);
  const listing = await largeListing(platform);
  const buyer = () => READER_COUNT + 2 + random(USERS - READER_COUNT - 2);
  const ours = await callLoad(CONCURRENCY, seconds, () => buyOne(platform, listing, buyer()));
  return { value: withoutFailures(ours).rate, reference: withoutFailures(reference).rate };
}

/** The server pays a quarter's holders while this process invests: how long people wait meanwhile. */
async function distributionLatency(stage: Stage): Promise<Round> {
  const { platform } = stage;
  const idle = withoutFailures(await direct(stage, SPREAD_PROPERTY_COUNT));
  const id = await prepareNextQuarter(platform);
  let paying = true;
  const paid = payOut(platform, id).finally(() => {
    paying = false;
  });
  const during: LoadResult[] = [];
  while (paying)
    during.push(
      withoutFailures(
        await callLoad(CONCURRENCY, 0.5, () => investDirectly(platform, SPREAD_PROPERTY_COUNT)),
      ),
    );
  await paid;
  return { value: Math.max(...during.map(({ p99 }) => p99)), reference: idle.p99 };
}

/** People invest in this process while the server executes a run of Auto-Invest, from its first purchases on. */
async function besideRun({ platform, seconds }: Stage): Promise<LoadResult[]> {
  const runId = await startRun(platform);
  const investFor = async (seconds: number) =>
    withoutFailures(
      await callLoad(CONCURRENCY, seconds, () => investDirectly(platform, SPREAD_PROPERTY_COUNT)),
    );
  while ((await purchasesOf(platform.db, runId)) === 0) await investFor(0.5);
  const during: LoadResult[] = [];
  for (let measured = 0; measured < 3 * seconds; measured += 0.5) during.push(await investFor(0.5));
  const made = await purchasesOf(platform.db, runId);
  if ((await finished(platform, runId)) === made) throw new Error('the run was over before the load');
  return during;
}

/** Purchases and lists over HTTP without a pause, and what the server's memory does from a fifth of the time on. */
async function memoryUnderLoad(stage: Stage): Promise<Round> {
  const { server, buyers, readers, minutes } = stage;
  const megabytes: number[] = [];
  const watch = setInterval(() => megabytes.push(server.memory() / 2 ** 20), 1_000);
  const seconds = minutes * 60;
  const list = () => getRequest(LIST, readers);
  try {
    const loads = await Promise.all([
      httpLoad({
        port: server.port,
        connections: 16,
        seconds,
        request: () => investRequest(buyers, SPREAD_PROPERTY_COUNT),
      }),
      httpLoad({ port: server.port, connections: 8, seconds, request: list }),
    ]);
    for (const load of loads) withoutFailures(load);
  } finally {
    clearInterval(watch);
  }
  const fifth = Math.ceil(megabytes.length / 5);
  return { value: mean(megabytes.slice(-fifth)), reference: mean(megabytes.slice(fifth, 2 * fifth)) };
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

export const PORTFOLIO = '/api/trpc/portfolio.overview';

/** The page of an offering that is open, with its figures and history. */
export const PUBLIC_PAGE = '/offering/1-property-1';

const LIST = `/api/trpc/properties.list?input=${encodeURIComponent(
  JSON.stringify({ type: 'residential', sort: 'yield', limit: 20 }),
)}`;

/**
 * Searches for names, parts of names, places, types, numbers and misspelled words; for frequent, rare and missing
 * texts.
 */
const SEARCHES = [
  'property 777', 'roperty', 'ity 19', 'highland', 'land', 'an', 'zq', 'oregon', 'california commercial', 'mapel',
  'wharf street', '9972', 'property 99999', 'hihgland lane city', 'nowhere at all', '7.5%',
].map((q) => `/api/trpc/search.suggestions?input=${encodeURIComponent(JSON.stringify({ q }))}`); // biome-ignore format: a list of texts

const SEARCH_WITHIN_MS = 100;

async function searchLatency({ server, readers, seconds }: Stage): Promise<Round> {
  const request = () => getRequest(present(SEARCHES[random(SEARCHES.length) - 1], 'a search'), readers);
  const load = await httpLoad({ port: server.port, connections: 4, seconds, request });
  return { value: withoutFailures(load).p99, reference: SEARCH_WITHIN_MS };
}

interface UploadRow {
  name: string;
  what: string;
  waited: keyof UploadWaits;
  goalMs: number;
}

function uploadRow({ waited, goalMs, ...named }: UploadRow): Row {
  return {
    ...named,
    unit: 'ms',
    goal: 1,
    atMost: true,
    async round({ server, buyers: [buyer = ''] }) {
      const waits = await hostileUploads(server.port, `commonhold=${buyer}`);
      return { value: waits[waited], reference: goalMs };
    },
  };
}

const DEMO_FIRST_WITHIN_MS = 2_500;
const DEMO_RELOAD_WITHIN_MS = 1_000;

function demoRow({
  waited,
  withinMs,
  ...named
}: {
  name: string;
  what: string;
  waited: keyof DemoWaits;
  withinMs: number;
}): Row {
  return {
    ...named,
    unit: 'ms',
    goal: 1,
    atMost: true,
    round: async ({ server }) => ({ value: (await openDemo(server.port))[waited], reference: withinMs }),
  };
}

export const benchRows: readonly Row[] = [
  // Before all that buy: how many movements a month has would depend on their speed.
  {
    name: 'statements',
    what: 'monthly statements of 100,000 people, vs the same rows by one plain insert',
    unit: 'per second',
    goal: 0.4,
    prepare: ({ databaseUrl }) => preparePlainWrites(databaseUrl),
    round: ({ platform, databaseUrl }) => issueStatements(platform, databaseUrl),
  },
  {
    name: 'invest-rush',
    what: 'invest, everyone on one property, 64 at once, vs pgbench -N',
    unit: 'per second',
    goal: 1.6,
    round: (stage) => againstSimpleUpdate(stage, () => direct(stage, 1)),
  },
  {
    name: 'invest-spread',
    what: 'invest, spread over 1,000 properties, 64 at once, vs pgbench -N',
    unit: 'per second',
    goal: 1.4,
    round: (stage) => againstSimpleUpdate(stage, () => direct(stage, SPREAD_PROPERTY_COUNT)),
  },
  {
    name: 'invest-limit',
    what: 'invest, spread over 1,000 properties, vs the same rows by multi-row inserts, nothing locked or decided',
    unit: 'per second',
    goal: 0.5,
    prepare: ({ databaseUrl }) => preparePlainWrites(databaseUrl),
    async round(stage) {
      const load = { seconds: stage.seconds, batch: CONCURRENCY / 2, properties: SPREAD_PROPERTY_COUNT };
      const reference = withoutFailures(await plainPurchases(stage.databaseUrl, load));
      return {
        value: withoutFailures(await direct(stage, SPREAD_PROPERTY_COUNT)).rate,
        reference: reference.rate,
      };
    },
  },
  {
    name: 'invest-http-rush',
    what: 'invest through HTTP and tRPC with sessions, one property, vs pgbench -N',
    unit: 'per second',
    goal: 0.6,
    round: (stage) => againstSimpleUpdate(stage, () => overHttp(stage, 1)),
  },
  {
    name: 'invest-http-spread',
    what: 'invest through HTTP and tRPC with sessions, 1,000 properties, vs pgbench -N',
    unit: 'per second',
    goal: 0.6,
    round: (stage) => againstSimpleUpdate(stage, () => overHttp(stage, SPREAD_PROPERTY_COUNT)),
  },
  {
    name: 'invest-vs-single-transfers',
    what: 'invest, one property, vs single ledger transfers on one account (a SQL function)',
    unit: 'per second',
    goal: 10,
    async round(stage) {
      const reference = await singleTransfers(stage.referenceUrl, stage.seconds);
      return { value: withoutFailures(await direct(stage, 1)).rate, reference: reference.rate };
    },
  },
  {
    name: 'invest-p99',
    what: 'p99 latency of invest at 64 at once, vs the average latency of pgbench -N',
    unit: 'ms',
    goal: 4,
    atMost: true,
    async round(stage) {
      const reference = await simpleUpdate(stage.referenceUrl, stage.seconds);
      return { value: withoutFailures(await direct(stage, 1)).p99, reference: reference.averageLatency };
    },
  },
  {
    name: 'sold-out-rush',
    what: 'refusals of a sold-out property, vs accepted purchases',
    unit: 'per second',
    goal: 2,
    round: soldOutRush,
  },
  {
    name: 'list',
    what: 'list of 20 among 100,000 through tRPC, vs a bare node:http server with the same SQL',
    unit: 'per second',
    goal: 0.8,
    round: (stage) => reads(stage, LIST, stage.bareList),
  },
  {
    name: 'search',
    what: `p99 of the search box among 100,000 properties, 4 at once, vs ${SEARCH_WITHIN_MS} ms`,
    unit: 'ms',
    goal: 1,
    atMost: true,
    round: searchLatency,
  },
  {
    name: 'portfolio',
    what: 'portfolio of 50 holdings through tRPC, vs a bare node:http server with the same SQL',
    unit: 'per second',
    goal: 0.8,
    round: (stage) => reads(stage, PORTFOLIO, stage.barePortfolio),
  },
  {
    name: 'public-page',
    what: 'public page of an offering, rendered, vs a bare node:http server with the same bytes in memory',
    unit: 'per second',
    goal: 0.5,
    round: publicPage,
  },
  {
    name: 'resale-one-listing',
    what: 'resale purchases from one listing, vs an interactive transaction of fourteen round trips',
    unit: 'per second',
    goal: 8,
    prepare: ({ platform }) => openLargeListing(platform),
    round: resaleRush,
  },
  {
    name: 'distribution',
    what: 'payments of a distribution to 100,000 holders by the server, vs the same rows by one statement',
    unit: 'per second',
    goal: 0.4,
    async prepare({ platform, databaseUrl }) {
      await addHolders(platform);
      await preparePlainWrites(databaseUrl);
    },
    async round({ platform, databaseUrl }) {
      const id = await prepareNextQuarter(platform);
      const reference = await plainPayments(databaseUrl);
      return { value: await payOut(platform, id), reference };
    },
  },
  {
    name: 'distribution-p99',
    what: 'p99 of invest while a distribution is paid, vs its p99 otherwise',
    unit: 'ms',
    goal: 4,
    atMost: true,
    prepare: ({ platform }) => addHolders(platform),
    round: distributionLatency,
  },
  {
    name: 'auto-invest-run',
    what: 'purchases of an Auto-Invest run of 1,000 investors over 50 properties, vs invest spread over 1,000 properties',
    unit: 'per second',
    goal: 0.5,
    prepare: ({ platform }) => prepareAutoInvest(platform),
    async round(stage) {
      const reference = withoutFailures(await direct(stage, SPREAD_PROPERTY_COUNT)).rate;
      return { value: await runRate(stage.platform), reference };
    },
  },
  {
    name: 'invest-beside-auto-invest',
    what: 'invest, spread over 1,000 properties, while an Auto-Invest run goes, vs pgbench -N',
    unit: 'per second',
    goal: 1.4,
    prepare: ({ platform }) => prepareAutoInvest(platform),
    async round(stage) {
      const reference = await simpleUpdate(stage.referenceUrl, stage.seconds);
      return { value: mean((await besideRun(stage)).map(({ rate }) => rate)), reference: reference.rate };
    },
  },
  {
    name: 'invest-p99-beside-auto-invest',
    what: 'p99 of invest while an Auto-Invest run goes, vs its p99 otherwise',
    unit: 'ms',
    goal: 4,
    atMost: true,
    prepare: ({ platform }) => prepareAutoInvest(platform),
    async round(stage) {
      const reference = withoutFailures(await direct(stage, SPREAD_PROPERTY_COUNT)).p99;
      return { value: Math.max(...(await besideRun(stage)).map(({ p99 }) => p99)), reference };
    },
  },
  uploadRow({
    name: 'hostile-uploads',
    what: 'longest wait for the refusal of a 10 MB file made to keep the server busy, vs one second',
    waited: 'refusal',
    goalMs: 1_000,
  }),
  uploadRow({
    name: 'hostile-uploads-readyz',
    what: 'longest wait for /readyz while such files are uploaded, vs 100 ms',
    waited: 'readyz',
    goalMs: 100,
  }),
  uploadRow({
    name: 'idle-readyz',
    what: 'longest wait for /readyz before they are uploaded, vs 100 ms',
    waited: 'idleReadyz',
    goalMs: 100,
  }),
  demoRow({
    name: 'demo-first-shown',
    what: 'first opening of the demo, until figures are shown, vs 2.5 s',
    waited: 'firstShown',
    withinMs: DEMO_FIRST_WITHIN_MS,
  }),
  demoRow({
    name: 'demo-first-answered',
    what: 'first opening of the demo, until its own database answers, vs 2.5 s',
    waited: 'firstAnswered',
    withinMs: DEMO_FIRST_WITHIN_MS,
  }),
  demoRow({
    name: 'demo-reload-shown',
    what: 'a page of the demo loaded again, until figures are shown, vs 1 s',
    waited: 'reloadShown',
    withinMs: DEMO_RELOAD_WITHIN_MS,
  }),
  demoRow({
    name: 'demo-reload-answered',
    what: 'a page of the demo loaded again, until its own database answers, vs 1 s',
    waited: 'reloadAnswered',
    withinMs: DEMO_RELOAD_WITHIN_MS,
  }),
  {
    name: 'memory',
    what: 'memory of the server in the last fifth of a load without pause, vs the second fifth',
    unit: 'MB',
    goal: 1.05,
    atMost: true,
    rounds: 1,
    round: memoryUnderLoad,
  },
  {
    name: 'memory-size',
    what: 'memory of the server after the rows before this one, vs 300 MB',
    unit: 'MB',
    goal: 1,
    atMost: true,
    rounds: 1,
    round: async ({ server }) => ({ value: server.memory() / 2 ** 20, reference: 300 }),
  },
];
