import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditLog, jobs as jobsTable, outboxEvents, outboxPositions } from '#db/schema/platform.ts';
import { retryJob } from '#features/jobs/server/index.ts';
import { newId } from '#kernel/ids.ts';
import { after, DAY, HOUR, MINUTE, SECOND } from '#kernel/time.ts';
import { aUser, newKey } from '#tests/support/actors.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { eventually } from '#tests/support/eventually.ts';
import { indexesUsed } from '#tests/support/plans.ts';
import { testPlatform } from '#tests/support/platform.ts';
import type { Queryable } from '../database/db.ts';
import { unavailable } from '../errors/error-mapping.ts';
import { systemActor } from '../security/caller.ts';
import type { JobTimes } from './job-runs.ts';
import { createJobs, enqueue, type JobHandler, type JobRegistry } from './jobs.ts';
import { pruneFinishedWork, pruneJobs } from './prune.ts';
import { sequenceAll } from './sequencer.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let ran: unknown[];
beforeEach(async () => {
  t ??= await testPlatform();
  await t.platform.db.delete(jobsTable);
  await t.platform.db.delete(outboxEvents);
  ran = [];
});
afterEach(async () => {
  await t.platform.db.delete(jobsTable);
});

const workerOf = (registry: Partial<JobRegistry>, times?: JobTimes) =>
  createJobs(() => t.platform, { onEvent: {}, handlers: {}, schedules: [], ...registry }, times);
const quick: JobTimes = { leaseMs: MINUTE, maxRunMs: MINUTE, retryDelayMs: () => SECOND };
const fromNow = (milliseconds: number) => new Date(Date.now() + milliseconds);
const leaseOf = async () => (await stored())[0]?.lockedUntil?.getTime() ?? 0;

/** A kind of job whose runs the test ends one by one. */
function handlerByHand() {
  const calls: { resolve(): void; reject(error: Error): void; signal: AbortSignal | undefined }[] = [];
  const slow: JobHandler = (_ctx, _payload, run) =>
    new Promise<void>((resolve, reject) => calls.push({ resolve, reject, signal: run?.signal }));
  const begun = (many: number) => eventually(() => calls.length >= many, { what: `run ${many} has begun` });
  return { calls, begun, registry: { handlers: { 'test.slow': slow } } };
}
const note: JobHandler = async (_, payload) => {
  ran.push(payload.name);
};
const add = (kind: string, payload: Record<string, unknown> = {}, key: string = newKey()) =>
  t.platform.db.transaction((tx) => enqueue(tx, t.clock.now(), { kind, key, payload, runAt: t.clock.now() }));
const stored = () => t.platform.db.select().from(jobsTable);
const emit = (type: string, payload: Record<string, unknown> = {}, operationId = newId()) =>
  t.platform.db.insert(outboxEvents).values({ operationId, type, payload, at: t.clock.now() });

describe('events', () => {
  test('start one job for each of their handlers, once', async () => {
    const worker = workerOf({
      onEvent: { 'test.emitted': ['test.one', 'test.two'] },
      handlers: { 'test.one': note, 'test.two': note },
    });
    await emit('test.emitted', { name: 'x' });
    await emit('test.ignored');
    await worker.drain();
    await worker.drain();
    expect(ran).toEqual(['x', 'x']);
    const left = await t.platform.db.select().from(outboxEvents);
    expect(left.every(({ dispatchedAt }) => dispatchedAt !== null)).toBe(true);
  });

  test('of one operation can end without the others', async () => {
    const worker = workerOf({ onEvent: { 'test.emitted': ['test.one'] }, handlers: { 'test.one': note } });
    const operation = newId();
    await emit('test.emitted', { name: 'mine' }, operation);
    await emit('test.emitted', { name: 'other' });
    await worker.runOperation(operation);
    expect(ran).toEqual(['mine']);
    await worker.drain();
    expect(ran).toEqual(['mine', 'other']);
  });
});

describe('a job', () => {
  test('runs once, and a key that exists is not queued again', async () => {
    const worker = workerOf({ handlers: { 'test.note': note } });
    await add('test.note', { name: 'once' }, 'same-key');
    await add('test.note', { name: 'twice' }, 'same-key');
    await worker.drain();
    await add('test.note', { name: 'later' }, 'same-key');
    await worker.drain();
    expect(ran).toEqual(['once']);
    expect(await stored()).toMatchObject([{ status: 'done', attempts: 1, lockedUntil: null }]);
  });

  test('waits for its time', async () => {
    const worker = workerOf({ handlers: { 'test.note': note } });
    const now = t.clock.now();
    const runAt = new Date(now.getTime() + HOUR);
    await t.platform.db.transaction((tx) =>
      enqueue(tx, now, { kind: 'test.note', key: newKey(), payload: { name: 'x' }, runAt }),
    );
    await worker.drain();
    expect(ran).toEqual([]);
    expect(await stored()).toMatchObject([{ createdAt: now, runAt }]);
    t.clock.advance(HOUR);
    await worker.drain();
    expect(ran).toEqual(['x']);
  });

  test('that fails is tried again later, five times at most, and then stored as dead with its error', async () => {
    let attempts = 0;
    const worker = workerOf({
      handlers: {
        'test.fail': async () => {
          attempts += 1;
          throw new Error('out of order');
        },
      },
    });
    await add('test.fail');
    for (let round = 0; round < 8; round += 1) {
      await worker.drain();
      t.clock.advance(HOUR);
    }
    expect(attempts).toBe(5);
    expect(await stored()).toMatchObject([{ status: 'dead', attempts: 5, lastError: 'out of order' }]);
  });

  test('that failed waits longer after each try', async () => {
    const worker = workerOf({ handlers: { 'test.fail': () => Promise.reject(new Error('no')) } });
    await add('test.fail');
    const waits: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      const before = t.clock.now().getTime();
      await worker.drain();
      const [job] = await stored();
      waits.push(Math.round(((job?.runAt.getTime() ?? 0) - before) / SECOND));
      t.clock.advance(HOUR);
    }
    expect(waits).toEqual([5, 30, 180, 1_080]);
  });

  test('may ask to be run again, as often as it likes', async () => {
    let left = 7;
    const worker = workerOf({
      handlers: {
        'test.again': async ({ platform }) => {
          left -= 1;
          if (left > 0) return { runAgainAt: new Date(platform.clock.now().getTime() + SECOND) };
          return undefined;
        },
      },
    });
    await add('test.again');
    for (let round = 0; round < 10; round += 1) {
      await worker.drain();
      t.clock.advance(2 * SECOND);
    }
    expect(left).toBe(0);
    expect(await stored()).toMatchObject([{ status: 'done' }]);
  });

  test('that is postponed before it began uses up no try and gives none back', async () => {
    let isFree = false;
    const worker = workerOf({
      handlers: {
        'test.turn': async ({ platform }) =>
          isFree ? undefined : { runAgainAt: after(platform.clock.now(), SECOND), isPostponed: true },
      },
    });
    await add('test.turn');
    await t.platform.db.update(jobsTable).set({ attempts: 3 });
    await worker.drain();
    expect(await stored()).toMatchObject([{ status: 'waiting', attempts: 3 }]);
    isFree = true;
    t.clock.advance(2 * SECOND);
    await worker.drain();
    expect(await stored()).toMatchObject([{ status: 'done' }]);
  });

  test('whose worker died is run by another when its lease is over', async () => {
    const worker = workerOf({ handlers: { 'test.note': note } });
    await add('test.note', { name: 'rescued' });
    await t.platform.db
      .update(jobsTable)
      .set({ lockedUntil: fromNow(MINUTE), lockedBy: newId(), attempts: 1 });
    await worker.drain();
    expect(ran).toEqual([]);
    await t.platform.db.update(jobsTable).set({ lockedUntil: fromNow(-1) });
    await worker.drain();
    expect(ran).toEqual(['rescued']);
  });

  test('that ends its worker each time is dead after its attempts, and not begun again', async () => {
    const worker = workerOf({ handlers: { 'test.note': note } });
    await add('test.note', { name: 'deadly' });
    await t.platform.db.update(jobsTable).set({ lockedUntil: fromNow(-1), lockedBy: newId(), attempts: 5 });
    await worker.drain();
    expect(ran).toEqual([]);
    expect(await stored()).toMatchObject([
      { status: 'dead', attempts: 5, lastError: 'its worker was lost each time' },
    ]);
  });

  test('stays with its worker for as long as it runs', async () => {
    const job = handlerByHand();
    const times = { ...quick, leaseMs: 3 * SECOND };
    const [one, other] = [workerOf(job.registry, times), workerOf(job.registry, times)];
    await add('test.slow');
    const running = one.drain();
    await job.begun(1);
    const [first] = await stored();
    await eventually(async () => (await leaseOf()) > (first?.lockedUntil?.getTime() ?? 0));
    await other.drain();
    expect(job.calls).toHaveLength(1);
    job.calls[0]?.resolve();
    await running;
    expect(await stored()).toMatchObject([{ status: 'done', attempts: 1 }]);
  });

  test('that another worker took over is left to it, however the first one ends', async () => {
    const job = handlerByHand();
    const [one, other] = [workerOf(job.registry), workerOf(job.registry)];
    for (const end of ['resolve', 'reject'] as const) {
      await t.platform.db.delete(jobsTable);
      job.calls.length = 0;
      await add('test.slow');
      const first = one.drain();
      await job.begun(1);
      await t.platform.db.update(jobsTable).set({ lockedUntil: fromNow(-1) });
      const second = other.drain();
      await job.begun(2);
      job.calls[0]?.[end](new Error('too late'));
      await first;
      expect(await stored()).toMatchObject([{ status: 'waiting', attempts: 2, lastError: null }]);
      job.calls[1]?.resolve();
      await second;
      expect(await stored()).toMatchObject([{ status: 'done', attempts: 2 }]);
    }
  });

  test('that takes longer than it may counts as failed, and its handler knows', async () => {
    const job = handlerByHand();
    const worker = workerOf(job.registry, { ...quick, maxRunMs: 20 });
    await add('test.slow');
    await worker.drain();
    expect(job.calls[0]?.signal?.reason).toEqual(new Error('not done after 0.02 seconds'));
    expect(await stored()).toMatchObject([{ status: 'waiting', lastError: 'not done after 0.02 seconds' }]);
    job.calls[0]?.resolve();
  });

  test('that is slow does not delay any other one', async () => {
    const job = handlerByHand();
    const worker = workerOf({ handlers: { ...job.registry.handlers, 'test.note': note } });
    await add('test.slow');
    worker.start();
    await job.begun(1);
    await add('test.note', { name: 'quick' });
    worker.wake();
    await eventually(() => ran.length > 0);
    job.calls[0]?.resolve();
    await worker.stop();
    expect(await stored()).toMatchObject([{ status: 'done' }, { status: 'done' }]);
  });

  test('is not to blame for an outage of the database: it uses up no try', async () => {
    let outage = true;
    const worker = workerOf({
      handlers: {
        'test.note': async (ctx, payload) => {
          if (outage) throw unavailable();
          await note(ctx, payload);
        },
      },
    });
    await add('test.note', { name: 'after all' });
    for (let round = 0; round < 10; round += 1) {
      await worker.drain();
      t.clock.advance(MINUTE);
    }
    expect(await stored()).toMatchObject([{ status: 'waiting', attempts: 0 }]);
    outage = false;
    await worker.drain();
    expect(ran).toEqual(['after all']);
  });

  test('that fails because another system is away does use up a try', async () => {
    const away = new TypeError('fetch failed', {
      cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }),
    });
    const worker = workerOf({ handlers: { 'test.call': () => Promise.reject(away) } });
    await add('test.call');
    await worker.drain();
    expect(await stored()).toMatchObject([{ status: 'waiting', attempts: 1, lastError: 'fetch failed' }]);
  });

  test('of an unknown kind is dead after its attempts and holds up nobody', async () => {
    const worker = workerOf({ handlers: { 'test.note': note } });
    await add('test.unknown');
    await add('test.note', { name: 'fine' });
    await worker.drain();
    expect(ran).toEqual(['fine']);
  });
});

describe('dead jobs', () => {
  const kill = async () => {
    await add('test.note', { name: 'mended' });
    await t.platform.db.update(jobsTable).set({ status: 'dead', attempts: 5, finishedAt: t.clock.now() });
    return (await stored())[0]?.id ?? '';
  };
  const operator = () => ({ platform: t.platform, caller: { actor: systemActor('jobs') } });

  test('get their attempts back from the operator, and only dead ones do', async () => {
    const id = await kill();
    await retryJob(operator(), { id });
    expect(await refusalOf(retryJob(operator(), { id }))).toBe('JOB_NOT_FOUND');
    await workerOf({ handlers: { 'test.note': note } }).drain();
    expect(ran).toEqual(['mended']);
    expect(await stored()).toMatchObject([{ status: 'done', attempts: 1 }]);
  });

  test('and due ones are counted in the metrics, and nothing is reported while the database is away', async () => {
    await kill();
    await add('test.note');
    t.clock.advance(90 * SECOND);
    const { registry } = t.platform.metrics;
    const metrics = await registry.metrics();
    expect(metrics).toContain('commonhold_jobs{state="due"} 1\n');
    expect(metrics).toContain('commonhold_jobs{state="dead"} 1\n');
    expect(metrics).toMatch(/^commonhold_jobs_oldest_due_seconds 90\.\d+$/m);
    const { db } = t.platform;
    t.platform.db = { execute: () => Promise.reject(unavailable()) } as never;
    const away = await registry.metrics().finally(() => {
      t.platform.db = db;
    });
    expect(away).not.toMatch(/^commonhold_jobs[{_ ](state|oldest)/m);
    expect(away).toContain('commonhold_commands_total');
  });
});

describe('schedules', () => {
  test('run once for each slot of time, whichever of two workers is first', async () => {
    const registry = { handlers: { 'test.tick': note }, schedules: [{ kind: 'test.tick', everyMs: HOUR }] };
    const [one, two] = [workerOf(registry), workerOf(registry)];
    await Promise.all([one.drain(), two.drain()]);
    await one.drain();
    expect(ran).toHaveLength(1);
    t.clock.advance(HOUR);
    await two.drain();
    await one.drain();
    expect(ran).toHaveLength(2);
  });
});

describe('a slot of a schedule', () => {
  const schedules = [{ kind: 'test.slow', everyMs: HOUR }];
  const jobCount = async () => (await stored()).length;

  test('waits while the job of an earlier one runs', async () => {
    let starts = 0;
    let end = () => {};
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const handlers = {
      'test.slow': () => {
        starts += 1;
        return ended;
      },
    };
    const [one, two] = [workerOf({ handlers, schedules }), workerOf({ handlers, schedules })];
    const running = one.drain();
    await eventually(() => starts > 0);
    t.clock.advance(HOUR);
    await two.drain();
    expect(await jobCount()).toBe(1);
    end();
    await running;
    await two.drain();
    expect(await jobCount()).toBe(2);
  });

  test.each([
    ['waits while the job of an earlier one has asked to be run again soon', 2 * HOUR, 1],
    ['does not wait for a job that was dated far ahead, by a clock that was wrong', 400 * DAY, 2],
  ])('%s', async (_, ahead, count) => {
    const runAgainAt = new Date(t.clock.now().getTime() + ahead);
    const worker = workerOf({ handlers: { 'test.slow': async () => ({ runAgainAt }) }, schedules });
    await worker.drain();
    t.clock.advance(HOUR);
    await worker.drain();
    expect(await jobCount()).toBe(count);
  });

  test('does not wait for a failed job of an earlier one', async () => {
    const times: JobTimes = { ...quick, retryDelayMs: () => DAY };
    const fail = async () => {
      throw new Error('it failed');
    };
    const worker = workerOf({ schedules, handlers: { 'test.slow': fail } }, times);
    await worker.drain();
    t.clock.advance(HOUR);
    await worker.drain();
    expect(await jobCount()).toBe(2);
  });
});

describe('a running worker', () => {
  test('is woken by new work, and stops when asked to after its present job', async () => {
    const worker = workerOf({ handlers: { 'test.note': note } });
    worker.start();
    await add('test.note', { name: 'woken' });
    worker.wake();
    await eventually(() => ran.length > 0);
    await worker.stop();
    await add('test.note', { name: 'too late' });
    worker.wake();
    await t.platform.db.select().from(jobsTable);
    expect(ran).toEqual(['woken']);
  });
});

describe('pruning', () => {
  test('prunes finished jobs after 30 days, months of delivered events 30 days later, and never dead jobs or audit rows', async () => {
    const worker = workerOf({ handlers: { 'test.note': note } });
    await aUser(t.platform);
    const audits = await t.platform.db.$count(auditLog);
    await add('test.note');
    await emit('test.emitted');
    await worker.drain();
    await add('test.dead');
    await t.platform.db
      .update(jobsTable)
      .set({ status: 'dead', finishedAt: t.clock.now() })
      .where(eq(jobsTable.kind, 'test.dead'));
    const ctx = { platform: t.platform, caller: { actor: { kind: 'system', name: 'test' } as const } };
    await sequenceAll(t.platform.db);
    t.clock.advance(29 * DAY);
    await pruneFinishedWork(ctx, {});
    expect(await stored()).toHaveLength(2);
    expect(await t.platform.db.$count(outboxPositions)).toBeGreaterThan(0);
    t.clock.advance(2 * DAY);
    await pruneFinishedWork(ctx, {});
    expect(await stored()).toMatchObject([{ kind: 'test.dead' }]);
    t.clock.advance(31 * DAY);
    await pruneFinishedWork(ctx, {});
    expect(await t.platform.db.$count(outboxEvents)).toBe(0);
    expect(await t.platform.db.$count(outboxPositions)).toBe(0);
    expect(await t.platform.db.$count(auditLog)).toBe(audits);
  });

  test('deletes a few finished jobs at a time, the oldest first, by an index', async () => {
    const worker = workerOf({ handlers: { 'test.note': note } });
    for (let day = 0; day < 5; day += 1) {
      await add('test.note', { name: `day ${day}` });
      await worker.drain();
      t.clock.advance(DAY);
    }
    const { db } = t.platform;
    const now = t.clock.now();
    const left = async () => (await stored()).map(({ payload }) => payload.name).sort();
    expect(await pruneJobs(db, now, 2)).toEqual({ done: false });
    expect(await left()).toEqual(['day 2', 'day 3', 'day 4']);
    expect(await pruneJobs(db, now, 2)).toEqual({ done: false });
    expect(await pruneJobs(db, now, 2)).toEqual({ done: true });
    expect(await left()).toEqual([]);
    const used = await indexesUsed(t.platform, 'jobs', (runner) => pruneJobs(runner as Queryable, now));
    expect(used).toEqual(new Set(['jobs_finished', 'jobs_pkey']));
  });
});
