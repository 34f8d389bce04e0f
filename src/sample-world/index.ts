import { sql } from 'drizzle-orm';
import { storedFiles } from '#db/schema/files.ts';
import { keyOf } from '#features/files/server/index.ts';
import { SAMPLE_ACCOUNTS } from '#features/identity/sample-accounts.ts';
import { verifyLedger } from '#features/ledger/server/index.ts';
import { assert, present } from '#kernel/assert.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { FINISHED, finish, STARTED, start } from './marks.ts';
import type { NamedPeople, Person } from './people.ts';
import { chanceOf } from './random.ts';
import { createStage, movingClock } from './stage.ts';
import type { Step } from './steps.ts';
import { timelineOf } from './timeline.ts';

export const SEED = 20_240_117;

/**
 * Builds the sample world unless it, or any user data, exists. Servers that start at once on the same database wait for
 * the one that builds.
 */
export async function ensureSampleWorld(parts: {
  platform: Platform;
  platformAt: (clock: Clock) => Platform;
  exclusively: (work: () => Promise<void>) => Promise<void>;
  say: (line: string) => void;
}): Promise<void> {
  const { platform, platformAt, exclusively, say } = parts;
  if ((await contentOf(platform)) === 'complete') return;
  await exclusively(async () => {
    const content = await contentOf(platform);
    if (content === 'complete') return;
    if (content === 'unfinished') await clear(platform);
    await buildSampleWorld(platformAt, say);
  });
}

/** What the database holds: nobody, a sample world that was not finished when its process ended, or all that it needs. */
async function contentOf({ db }: Platform): Promise<'nobody' | 'unfinished' | 'complete'> {
  const [found] = await rows<{ nobody: boolean; started: boolean; finished: boolean }>(
    db,
    sql`select not exists (select 1 from users) as nobody,
               exists (select 1 from audit_log where action = ${STARTED}) as started,
               exists (select 1 from audit_log where action = ${FINISHED}) as finished`,
  );
  const { nobody, started, finished } = present(found, 'an answer');
  if (started && !finished) return 'unfinished';
  return nobody ? 'nobody' : 'complete';
}

/** The tables whose triggers refuse to empty them. */
const appendOnlyTables = sql`select distinct t.tgrelid::regclass::text as name
  from pg_trigger t join pg_proc p on p.oid = t.tgfoid where p.proname like 'refuse_change%' order by name`;

/** All tables but the one whose row a migration has made. Partitions are emptied with their table. */
const filledTables = sql`select relname as name from pg_class
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
    and relname <> 'outbox_head' order by relname`;

/**
 * A half-built sample world holds nobody's data, because the server does not listen before it is finished: the one
 * case in which the append-only tables are emptied.
 */
async function clear({ db, files }: Platform): Promise<void> {
  for (const file of await db.select().from(storedFiles)) await files.remove(keyOf(file));
  await db.transaction(async (tx) => {
    const guarded = await rows<{ name: string }>(tx, appendOnlyTables);
    const trigger = (verb: 'enable' | 'disable') =>
      Promise.all(guarded.map(({ name }) => tx.execute(sql.raw(`alter table ${name} ${verb} trigger user`))));
    await trigger('disable');
    const tables = await rows<{ name: string }>(tx, filledTables);
    const names = tables.map(({ name }) => name).join(', ');
    await tx.execute(sql.raw(`truncate ${names} restart identity`));
    await trigger('enable');
  });
}

/** Steps of a sample world, and the three people as whom visitors may look at it. */
export interface Play {
  steps: readonly Step[];
  people: NamedPeople;
  /** Signs up with the first one, so that two admins can approve each other's requests. */
  secondAdmin?: Person;
}

/**
 * Fills an empty database with two years of sample data: accounts, properties, deposits and investments, each made
 * by the command that a person's click would call, at the moment it would have happened. The demo has a shorter play.
 * @param platformAt the product running by another clock, with a bank that settles deposits immediately
 * @param say called with a line of progress now and then
 * @throws when the books do not balance afterwards
 */
export async function buildSampleWorld(
  platformAt: (clock: Clock) => Platform,
  say: (line: string) => void,
  now = new Date(),
  { steps, people, secondAdmin }: Play = {
    steps: timelineOf(chanceOf(SEED), now),
    people: sampleAccounts(),
    secondAdmin: { email: accountOf('second admin').email, firstName: 'Second', lastName: 'Admin' },
  },
): Promise<void> {
  const clock = movingClock(present(steps[0], 'the first step').at);
  const stage = createStage(platformAt(clock), clock, { people, secondAdmin });
  await start(stage.system, {});
  stage.drawAhead(steps);
  let lastLoggedMs = Date.now();
  for (const [index, step] of steps.entries()) {
    await stage.play(step);
    if (Date.now() - lastLoggedMs > 2 * SECOND) {
      lastLoggedMs = Date.now();
      say(`Playing two years of sample data: ${Math.round((100 * index) / steps.length)}%`);
    }
  }
  clock.moveTo(now);
  await stage.platform.jobs.drain();
  const drift = await verifyLedger(stage.platform.db);
  assert(drift.length === 0, `the sample world does not add up: ${JSON.stringify(drift.slice(0, 3))}`);
  await finish(stage.system, {});
  say(`The sample world is ready: ${steps.length} steps, and every cent and share accounted for.`);
}

const accountOf = (who: string) =>
  present(
    SAMPLE_ACCOUNTS.find(({ label }) => label.toLowerCase() === who),
    'a sample account',
  );

function sampleAccount(who: 'investor' | 'owner' | 'admin'): Person {
  const account = accountOf(who);
  return { email: account.email, firstName: 'Sample', lastName: account.label };
}

const sampleAccounts = (): Play['people'] => ({
  investor: sampleAccount('investor'),
  owner: sampleAccount('owner'),
  admin: sampleAccount('admin'),
});
