import { analyticsTotals } from '#db/schema/analytics.ts';
import { followOutbox, followPage } from '#features/analytics/server/follow-outbox.ts';
import { present } from '#kernel/assert.ts';
import { MINUTE } from '#kernel/time.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { LISTED } from './large-world.ts';
import { MEMBER } from './list-world.ts';
import { type BenchList, entriesList, LISTS } from './lists.ts';
import { httpLoad } from './load.ts';
import { direct, getRequest, type Round, type Row, reads, type Stage, withoutFailures } from './rows.ts';
import { SPREAD_PROPERTY_COUNT } from './world.ts';

/** The finished rows that the analytics page shows, read by one statement and nothing else. */
export const ANALYTICS_SQL = `select
  (select row_to_json(t) from analytics_totals t where id = 1) as totals,
  (select sum(paid_cents) from analytics_days where day >= to_char(now(), 'YYYY-01-01')) as paid,
  (select json_agg(m) from (
    select left(day, 7) as month, sum(raised_cents) as raised, sum(paid_cents) as paid from analytics_days
    where day >= to_char(now() - interval '11 months', 'YYYY-MM-01') group by 1) m) as months,
  (select json_agg(p) from (
    select * from analytics_properties order by raised_cents desc, property_id desc limit 26) p) as properties`;

export const batchOf = (inputs: Record<string, unknown>) => {
  const input = JSON.stringify(Object.fromEntries(Object.values(inputs).map((one, index) => [index, one])));
  return `/api/trpc/${Object.keys(inputs).join(',')}?batch=1&input=${encodeURIComponent(input)}`;
};

/** Queries of the opened page. */
const ANALYTICS = batchOf({
  'analytics.figures': {},
  'analytics.properties': { sort: 'raised', order: 'descending', limit: 25 },
  'analytics.funnel': undefined,
});

/** A page of rows of one person by an index, which is all that a list needs. */
export const PAGE_SQL = `select * from watched_properties where user_id = '${MEMBER}'
  order by added_at desc, property_id desc limit 21`;

/** What the first page of the back office shows beside its lists. */
const FIGURES: Record<string, BenchList> = {
  'what waits': { procedure: 'backOffice.waiting', reader: 'admin' },
  queues: { procedure: 'jobs.queues', reader: 'admin' },
  'waitlist figures': { procedure: 'waitlist.stats', reader: 'admin' },
  'library of articles': { procedure: 'learn.adminList', reader: 'admin' },
  'owner dashboard': { procedure: 'owners.portfolio', reader: 'landlord' },
  'owner distributions': { procedure: 'distributions.ownerOverview', reader: 'landlord' },
  'transaction figures': { procedure: 'transactions.summary', input: {}, reader: 'member' },
};

const LIST_WITHIN_MS = 100;
/** The member has tens of thousands of movements, all of which a filter or a sum of the year reads. */
const OWN_LIST_WITHIN_MS = 1_000;
const WALKED_ROWS = 50;

const pathOf = ({ procedure }: BenchList, input: Record<string, unknown> | undefined) =>
  `/api/trpc/${procedure}${input === undefined ? '' : `?input=${encodeURIComponent(JSON.stringify(input))}`}`;

/** The cursor after half of the rows, or after the last page but one of fewer rows; null for a single page. */
async function middleOf(port: number, list: BenchList, cookie: string): Promise<string | null> {
  let cursor: string | null = null;
  for (let seen = 0; seen < LISTED / 2; seen += WALKED_ROWS) {
    const input = { ...list.input, limit: WALKED_ROWS, ...(cursor !== null && { cursor }) };
    const answer = await fetch(`http://127.0.0.1:${port}${pathOf(list, input)}`, {
      headers: { cookie: `commonhold=${cookie}` },
    });
    const body = (await answer.json()) as { result: { data: { nextCursor: string | null } } };
    if (body.result.data.nextCursor === null) break;
    cursor = body.result.data.nextCursor;
  }
  return cursor;
}

interface Waits {
  p50: number;
  p99: number;
}

/** How long the slowest list of the back office takes, and of a person, each page asked for alone again and again. */
async function measureLists({
  server,
  listReaders,
  seconds,
}: Stage): Promise<Record<'office' | 'own', Waits>> {
  const readers = present(listReaders, 'the readers of lists');
  const waits = { office: { p50: 0, p99: 0 }, own: { p50: 0, p99: 0 } };
  const measure = async (name: string, list: BenchList, input: Record<string, unknown> | undefined) => {
    const request = () => getRequest(pathOf(list, input), [readers[list.reader]]);
    const { p50, p99 } = withoutFailures(
      await httpLoad({ port: server.port, connections: 1, seconds: seconds / 5, request }),
    );
    console.log(`  ${name}: ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`);
    const slowest = waits[list.reader === 'member' ? 'own' : 'office'];
    slowest.p50 = Math.max(slowest.p50, p50);
    slowest.p99 = Math.max(slowest.p99, p99);
  };
  for (const [name, list] of Object.entries(FIGURES)) await measure(name, list, list.input);
  for (const [name, list] of Object.entries({ ...LISTS, entries: entriesList(new Date()) })) {
    await measure(name, list, list.input);
    const cursor = await middleOf(server.port, list, readers[list.reader]);
    if (cursor !== null) await measure(`${name}, in the middle`, list, { ...list.input, cursor });
  }
  return waits;
}

/** The rows of the lists read from one measurement. */
const measuredLists = new WeakMap<Stage, ReturnType<typeof measureLists>>();

function listsOf(stage: Stage): ReturnType<typeof measureLists> {
  const measured = measuredLists.get(stage) ?? measureLists(stage);
  measuredLists.set(stage, measured);
  return measured;
}

async function againstBarePage(stage: Stage): Promise<Round> {
  const { office } = await listsOf(stage);
  const request = () => getRequest('/', [present(stage.listReaders, 'the readers of lists').member]);
  const bare = { port: stage.bareRows.port, connections: 1, seconds: stage.seconds, request };
  return { value: office.p50, reference: withoutFailures(await httpLoad(bare)).p50 };
}

async function followAll({ platform }: Stage): Promise<void> {
  while (!(await followPage(platform)).done);
}

/** The job that the rollups' schedule runs each minute, and how long it took; null when it paused. */
async function followBySchedule(platform: Platform): Promise<number | null> {
  const position = () => headOf(platform);
  const before = await position();
  const began = performance.now();
  await followOutbox({ platform, caller: { actor: systemActor('bench') } }, {});
  const runMs = performance.now() - began;
  return (await position()) === before ? null : runMs;
}

async function headOf({ db }: Platform): Promise<number> {
  const [totals] = await db.select({ position: analyticsTotals.position }).from(analyticsTotals);
  return present(totals, 'the totals').position;
}

/**
 * Purchases minute by minute, and after each the job that follows them by its schedule: from one run to the next, which
 * is later the longer the first one took. The rate over the time of both is what would be left if nothing were bought
 * during a run: the most that following can cost. Rates with and without it side by side differ by more than the cost.
 */
async function followingCost(stage: Stage): Promise<Round> {
  const { platform } = stage;
  await followAll(stage);
  await platform.db.update(analyticsTotals).set({ pausedUntil: null });
  const buyForMinute = async () =>
    withoutFailures(await direct({ ...stage, seconds: MINUTE / 1000 }, SPREAD_PROPERTY_COUNT)).operations;
  await buyForMinute();
  const runMs = present(await followBySchedule(platform), 'a run after a minute of purchases');
  let [minutes, operations] = [0, 0];
  let nextMs: number | null = null;
  for (; nextMs === null; nextMs = await followBySchedule(platform)) {
    operations += await buyForMinute();
    minutes += 1;
  }
  console.log(
    `  a run of ${Math.round(runMs)} ms; after ${minutes} minutes with ${operations} purchases the next one took ${Math.round(nextMs)} ms`,
  );
  const boughtSeconds = (minutes * MINUTE) / 1000;
  return { value: operations / (boughtSeconds + runMs / 1000), reference: operations / boughtSeconds };
}

export const largeRows: readonly Row[] = [
  {
    name: 'analytics',
    what: 'the platform figures through tRPC, vs a bare node:http server that reads the finished rows',
    unit: 'per second',
    goal: 0.5,
    round: (stage) =>
      reads(
        { ...stage, readers: [present(stage.listReaders, 'the readers of lists').admin] },
        ANALYTICS,
        stage.bareAnalytics,
      ),
  },
  {
    name: 'lists',
    what: `p99 of the slowest list of admins and owners, first pages and pages in the middle, vs ${LIST_WITHIN_MS} ms`,
    unit: 'ms',
    goal: 1,
    atMost: true,
    rounds: 1,
    round: async (stage) => ({ value: (await listsOf(stage)).office.p99, reference: LIST_WITHIN_MS }),
  },
  {
    name: 'own-lists',
    what: `p99 of the slowest list of an investor with 10,000 rows in each, vs ${OWN_LIST_WITHIN_MS} ms`,
    unit: 'ms',
    goal: 1,
    atMost: true,
    rounds: 1,
    round: async (stage) => ({ value: (await listsOf(stage)).own.p99, reference: OWN_LIST_WITHIN_MS }),
  },
  {
    name: 'list-pages',
    what: 'median of the slowest of the lists of admins and owners, vs a bare node:http server that reads one page of rows',
    unit: 'ms',
    goal: 50,
    atMost: true,
    rounds: 1,
    round: againstBarePage,
  },
  {
    name: 'rollups',
    what: 'invest with the time that the rollups take to follow it every minute, vs without',
    unit: 'per second',
    goal: 0.98,
    rounds: 1,
    // The server's own job would update the rollups by its schedule.
    prepare: ({ server }) => server.stop(),
    round: followingCost,
  },
];
