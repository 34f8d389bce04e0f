import { randomUUID } from 'node:crypto';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import connect from 'postgres';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { jobs } from '#db/schema/platform.ts';
import { retryJob } from '#features/jobs/server/index.ts';
import { joinWaitlist } from '#features/waitlist/server/index.ts';
import { HOUR, SECOND } from '#kernel/time.ts';
import { httpWebhooks } from '#platform/server/adapters/http-webhooks.ts';
import { anAdmin, anApprovedProperty, api, aUser, contextOf, newKey, systemOf } from '../support/actors.ts';
import { killServers } from '../support/built-server.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { eventually } from '../support/eventually.ts';
import { freshDatabase, type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { type TestClock, testClock } from '../support/ports.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { countEvents, expectRollupsAsRebuilt, rollupsOf } from '../support/rollups.ts';
import { testClient } from '../support/server.ts';
import { size } from '../support/sizes.ts';
import { startServer } from './server-process.ts';

const ROUNDS = Array.from({ length: size('workerKills') }, (_, index) => index + 1);
const JOBS = 4;

let fresh: Awaited<ReturnType<typeof freshDatabase>>;
let receiver: Receiver;
let t: PostgresPlatform;
let clock: TestClock;
beforeAll(async () => {
  fresh = await freshDatabase();
  receiver = await startReceiver();
  clock = testClock();
  t = await postgresPlatform({
    on: { url: fresh.url },
    clock,
    // A server that is frozen between two messages of a statement holds its locks: nobody may wait for them without end.
    timeoutMs: 5 * SECOND,
    env: { WAITLIST_WEBHOOK_URL: receiver.url },
    replace: { webhooks: httpWebhooks({ timeoutMs: 3_000 }) },
  });
});
beforeEach(async () => {
  await t.platform.db.delete(jobs);
  receiver.usually('take');
  receiver.calls.length = 0;
  receiver.taken.clear();
});
afterEach(() => killServers());
afterAll(async () => {
  await expectBooksBalance(t.platform);
  await t.close();
  await receiver.close();
  await fresh.drop();
});

const newEmail = () => `${randomUUID()}@example.test`;
const calls = () =>
  t.platform.db.select().from(jobs).where(eq(jobs.kind, 'waitlist.callWebhook')).orderBy(asc(jobs.id));
const takenEmails = () => [...receiver.taken.values()].map(({ email }) => email).sort();

/** Lets the claims of a worker lapse that has not renewed them for a minute. */
const letClaimsLapse = () =>
  t.platform.db
    .update(jobs)
    .set({ lockedUntil: sql`clock_timestamp() - interval '1 second'` })
    .where(eq(jobs.status, 'waiting'));

/** A server of its own that is in the middle of calling the receiver for some people who have just joined. */
async function serverAtWork() {
  receiver.usually('take and wait');
  const server = await startServer({ DATABASE_URL: fresh.url, WAITLIST_WEBHOOK_URL: receiver.url });
  const emails = Array.from({ length: JOBS }, newEmail).sort();
  for (const email of emails) {
    const answer = await testClient(server.url).mutate('waitlist.joinWaitlist', {
      email,
      requestId: newKey(),
    });
    expect(answer.status).toBe(200);
  }
  await eventually(() => receiver.calls.length === JOBS, { what: 'the receiver is being called' });
  receiver.usually('take');
  clock.moveTo(new Date(Date.now() + HOUR));
  return { server, emails };
}

describe('a job worker in the middle of its jobs', () => {
  test.each(ROUNDS)('that is killed: another one does them, with one effect each (%d)', async () => {
    const { server, emails } = await serverAtWork();
    await server.kill9();
    await t.platform.jobs.drain();
    expect(receiver.calls).toHaveLength(JOBS);
    await letClaimsLapse();
    await t.platform.jobs.drain();
    expect(receiver.calls).toHaveLength(2 * JOBS);
    expect(takenEmails()).toEqual(emails);
    expect((await calls()).map(({ status, attempts }) => [status, attempts])).toEqual(
      Array(JOBS).fill(['done', 2]),
    );
  });

  test('that is frozen until others have done them: what it does late changes nothing', async () => {
    const { server, emails } = await serverAtWork();
    process.kill(server.pid, 'SIGSTOP');
    await letClaimsLapse();
    await t.platform.jobs.drain();
    const done = await calls();
    expect(done.map(({ status, attempts }) => [status, attempts])).toEqual(Array(JOBS).fill(['done', 2]));
    receiver.release();
    process.kill(server.pid, 'SIGCONT');
    const lost = /^commonhold_jobs_total\{kind="waitlist.callWebhook",outcome="lost"\} 4$/m;
    await eventually(async () => lost.test((await testClient(server.url).get('/metrics')).text), {
      what: 'the worker has noticed',
    });
    expect(await calls()).toEqual(done);
    expect(takenEmails()).toEqual(emails);
  });

  test('that is killed while it counts purchases for the platform figures: nothing of that is stored, and the next server counts them', async () => {
    const property = await anApprovedProperty(t.platform, { admin: await anAdmin(t.platform) });
    const buyer = await aUser(t.platform, { cash: 1_000_000 });
    await countEvents(t.platform);
    const before = await rollupsOf(t.platform);
    await api(buyer).investing.invest({ propertyId: property.id, shares: 2, requestId: newKey() });

    const settings = { DATABASE_URL: fresh.url };
    const client = connect(fresh.url, { max: 1 });
    await client.begin(async (tx) => {
      // The server waits for this table when it has written the cells of days, and not yet the totals.
      await tx`lock table analytics_properties in share mode`;
      const server = await startServer(settings);
      const isWaiting = () =>
        tx`select 1 from pg_locks where relation = 'analytics_properties'::regclass and not granted`;
      await eventually(async () => (await isWaiting()).length > 0, { what: 'the server counts' });
      await server.kill9();
    });
    expect(await rollupsOf(t.platform)).toEqual(before);

    const [head] = await client`select position from outbox_head`;
    await letClaimsLapse();
    const next = await startServer(settings);
    const hasCounted = () => client`select 1 from analytics_totals where position >= ${head?.position}`;
    await eventually(async () => (await hasCounted()).length > 0, { what: 'the next server has counted' });
    await next.stop();
    await client.end();
    expect(await rollupsOf(t.platform)).not.toEqual(before);
    await expectRollupsAsRebuilt(t.platform);
  });
});

describe('a receiver that fails', () => {
  const join = async (email: string) =>
    joinWaitlist(contextOf(t.platform), { email, requestId: newKey() }).then(() => email);

  test.each(ROUNDS)(
    'is called again, and each call has one effect; what never goes is dead after five (%d)',
    async () => {
      const [refusing, silent, repeating, hopeless] = [newEmail(), newEmail(), newEmail(), newEmail()];
      receiver.treat(refusing, ['refuse', 'refuse']);
      receiver.treat(silent, ['silence', 'refuse']);
      receiver.treat(repeating, ['take and break off', 'take and break off']);
      receiver.treat(hopeless, Array(5).fill('refuse'));
      const fine = newEmail();
      for (const email of [refusing, silent, repeating, hopeless, fine]) await join(email);
      const logged = vi.spyOn(t.platform.log, 'error');
      for (let many = 0; many < 7; many += 1) {
        await t.platform.jobs.drain();
        clock.advance(HOUR);
      }
      expect(takenEmails()).toEqual([refusing, silent, repeating, fine].sort());
      expect(receiver.calls).toHaveLength(3 + 3 + 3 + 5 + 1);

      const dead = await t.platform.db
        .select()
        .from(jobs)
        .where(inArray(jobs.status, ['dead', 'waiting']));
      expect(dead).toMatchObject([
        { status: 'dead', attempts: 5, kind: 'waitlist.callWebhook', lastError: 'the webhook answered 500' },
      ]);
      expect(logged.mock.calls).toEqual([[expect.objectContaining({ job: dead[0]?.id }), 'job is dead']]);
      logged.mockRestore();
      expect(await t.platform.metrics.registry.metrics()).toContain('commonhold_jobs{state="dead"} 1\n');

      await retryJob(systemOf(t.platform), { id: dead[0]?.id ?? '' });
      await t.platform.jobs.drain();
      expect(takenEmails()).toContain(hopeless);
    },
  );
});
