import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { jobs } from '#db/schema/platform.ts';
import { DAY } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, aUser, on, type Person } from '../support/actors.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { type TestBank, type TestClock, testClock } from '../support/ports.ts';
import { deleteWaitingRequests } from '../support/requests.ts';
import { countEvents } from '../support/rollups.ts';
import { isRelease } from '../support/sizes.ts';
import { deleteStatements, issueStatementsFrom } from '../support/statements.ts';
import { BY_JOBS, SELDOM_BY_JOBS } from './by-jobs.ts';
import { monthOf, monthText } from './calendar.ts';
import type { Model, World } from './model.ts';
import { stopsWhenFrozen } from './operation.ts';
import { expectPlatformFigures } from './operations/analytics.ts';
import { type PlatformFigures, platformFiguresOf } from './platform-figures.ts';
import { Mismatch, play, type Tally } from './play.ts';
import { smallest } from './smallest.ts';
import { laterOperations, operations, type Step, stepsOf, textOf } from './steps.ts';

export const OPERATIONS = 200;
const PEOPLE = 3;
const WORLDS_BETWEEN_CHECKS = 25;
/** Shortly before the end of a month, a quarter and a year. */
const FIRST_DAY = new Date('2026-11-20T10:00:00Z');

/** A clock that is fixed during an operation: the product and the model do it at the same moment. */
export const stillClock = () => testClock(FIRST_DAY, 0);

/** A product of its own, on which one sequence after the other is played, each with its own people and properties. */
export interface Lane {
  platform: Platform;
  clock: TestClock;
  bank: TestBank;
}

interface Track extends Lane {
  admin: Person;
  second: Person;
  /** Money that all worlds of this lane moved to and from accounts that they share. */
  shared: Map<string, number>;
  /** What each world has added to the platform analytics. */
  figures: PlatformFigures[];
}

/** Plays the sequence of each seed on the next free worker. A failure names its seed and the smallest failing sequence. */
export async function playSeeds(lanes: readonly Lane[], seeds: readonly number[]): Promise<Tally> {
  const tally: Tally = new Map();
  const waiting = [...seeds];
  const drive = async (lane: Lane) => {
    const track = await newTrack(lane);
    for (let seed = waiting.shift(); seed !== undefined; seed = waiting.shift()) {
      const steps = stepsOf(seed, OPERATIONS);
      await playOne(track, seed, steps, tally).catch(async (error: unknown) => {
        waiting.length = 0;
        throw error instanceof Mismatch ? await explain(track, seed ?? 0, steps, error) : error;
      });
      if (track.figures.length % WORLDS_BETWEEN_CHECKS === 0) await expectSound(track);
    }
    await expectSound(track);
  };
  await Promise.all(lanes.map(drive));
  return tally;
}

/**
 * Every operation was accepted, and refused with each of its codes: the sequences reach all that they describe. What
 * few of them come to is reached by the many sequences of a release.
 */
export function expectAllReached(tally: Tally): void {
  const wanted = [...operations, ...laterOperations].flatMap((operation) => {
    const { name, refusals, outcomes = [], keyed, needsProof, seldom = [] } = operation;
    const isForAdmins = refusals.includes('ADMIN_REQUIRED');
    const frozen = stopsWhenFrozen(operation) && !isForAdmins ? ['ACCOUNT_FROZEN'] : [];
    const byTwo = operation.approval ? ['APPROVAL_REQUIRED'] : [];
    const common = ['accepted', ...outcomes, ...refusals, ...frozen, ...byTwo];
    const replays = keyed ? ['replayed', 'KEY_REUSED'] : [];
    const all = [...common, ...replays, ...(needsProof ? ['CONFIRM_IDENTITY'] : [])];
    const demanded = isRelease ? all : all.filter((outcome) => !seldom.includes(outcome));
    return demanded.map((outcome) => `${name} ${outcome}`);
  });
  expect(wanted.filter((line) => !tally.has(line))).toEqual([]);
}

/** What the model leaves to jobs, jobs have done in one of the lanes. */
export async function expectAllRunByJobs(lanes: readonly Lane[]): Promise<void> {
  const ran = await Promise.all(
    lanes.map(({ platform }) =>
      rows<{ action: string }>(platform.db, sql`select distinct action from audit_log`),
    ),
  );
  const actions = new Set(ran.flat().map(({ action }) => action));
  const demanded = isRelease ? [...BY_JOBS, ...SELDOM_BY_JOBS] : BY_JOBS;
  expect(demanded.filter((name) => !actions.has(name))).toEqual([]);
}

/** Both admins have had their roles for long enough to approve when the first world begins. */
async function newTrack(lane: Lane): Promise<Track> {
  lane.clock.moveTo(new Date(FIRST_DAY.getTime() - 2 * DAY));
  const [admin, second] = [await anAdmin(lane.platform), await anAdmin(lane.platform)];
  return { ...lane, admin, second, shared: new Map(), figures: [] };
}

async function playOne(track: Track, seed: number, steps: readonly Step[], tally: Tally): Promise<void> {
  const world = await newWorld(track, seed % 2 === 0 ? 2 : 1);
  await play(world, steps, tally);
  for (const [id, amount] of world.model.shared) track.shared.set(id, (track.shared.get(id) ?? 0) + amount);
  track.figures.push(platformFiguresOf(world.model));
}

/**
 * Every world begins on the same day with no work left, so that a sequence has the same outcome whenever it is played.
 * The day before is worked off first: the worker does hourly work once for each hour, and the same days are played
 * again.
 */
async function newWorld({ clock, bank, admin, second, ...track }: Track, approvals: 1 | 2): Promise<World> {
  const platform = { ...track.platform, config: { ...track.platform.config, approvals } };
  clock.moveTo(new Date(FIRST_DAY.getTime() - DAY));
  await platform.jobs.drain();
  await platform.db.delete(jobs);
  await deleteStatements(platform);
  await issueStatementsFrom(platform, monthText(monthOf(FIRST_DAY.getTime())));
  await deleteWaitingRequests(platform);
  clock.moveTo(FIRST_DAY);
  const people: Person[] = [];
  while (people.length < PEOPLE) people.push(await aUser(platform));
  const now = () => clock.now().getTime();
  const model: Model = {
    admin: on(platform, admin),
    second: on(platform, second),
    approvals,
    people,
    properties: [],
    balances: new Map(),
    shared: new Map(),
    began: now(),
    now,
  };
  return { platform, clock, bank, model };
}

/** The invariants, and the accounts that belong to nobody in particular. */
async function expectSound({ platform, clock, admin, shared, figures }: Track): Promise<void> {
  // Every event is counted, so that the invariants compare each figure of the platform with a recomputation.
  await countEvents(platform);
  await expectPlatformFigures({ admin: on(platform, admin), now: clock.now() }, figures);
  await expectBooksBalance(platform);
  const found = await rows<{ id: string; balance: string }>(
    platform.db,
    sql`select id, sum(amount)::text as balance from (
          select credit_account as id, amount from ledger_transfers
          union all select debit_account, -amount from ledger_transfers) entries
        where id not in (select id from ledger_accounts) group by id having sum(amount) <> 0`,
  );
  const expected = [...shared].filter(([, amount]) => amount !== 0).sort();
  expect(found.map(({ id, balance }) => [id, Number(balance)]).sort()).toEqual(expected);
}

async function explain(track: Track, seed: number, steps: readonly Step[], first: Mismatch): Promise<Error> {
  const failureOf = async (some: readonly Step[]) => {
    try {
      await playOne(track, seed, some, new Map());
      return null;
    } catch (failure) {
      return failure instanceof Mismatch ? failure : null;
    }
  };
  const found = await smallest({ steps, failure: first }, failureOf);
  const sequence = found.steps.map(textOf).join('\n  ');
  return new Error(`Seed ${seed}: ${found.failure.message}\n  ${sequence}`, { cause: first });
}
