import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR, MINUTE } from '#kernel/time.ts';
import { anAdmin, api, aUser, newKey, type Person, systemOf } from '#tests/support/actors.ts';
import { refusalOf } from '#tests/support/checks.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { retryJob } from './retry-job.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
});
afterAll(() => t.close());

const jobs = () => api(admin).jobs;
const queue = async () => (await jobs().queues()).queues.find(({ dead, lastError }) => dead > 0 || lastError);
const dead = async () => (await jobs().list({ state: 'dead' })).items;

/** A deposit that the bank does not answer to until its job is given up. */
async function giveUp(): Promise<void> {
  const person = await aUser(t.platform);
  t.bank.breakDown(5);
  await api(person).wallet.deposit({ amountCents: 1_000, requestId: newKey() });
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await t.platform.jobs.drain();
    t.clock.advance(HOUR);
  }
}

test('a dead job is counted, listed with its error, tried again by an admin or an operator, and done', async () => {
  await giveUp();
  expect(await queue()).toMatchObject({ dead: 1, running: 0, lastError: 'the bank does not answer' });
  const [job] = await dead();
  expect(job).toMatchObject({ attempts: 5, lastError: 'the bank does not answer' });
  const id = job?.id ?? '';
  await jobs().retryJob({ id, reason: 'The bank is back.' });
  expect(await dead()).toEqual([]);
  await t.platform.jobs.drain();
  expect((await queue())?.dead ?? 0).toBe(0);
  expect(await refusalOf(retryJob(systemOf(t.platform), { id }))).toBe('JOB_NOT_FOUND');
  const { items } = await api(admin).audit.log({ subject: `job:${id}` });
  expect(items[0]?.runs[0]?.details).toContainEqual({ field: 'reason', value: 'The bank is back.' });
});

test('a job that is dismissed with a reason waits for nobody, and can still be tried again', async () => {
  await giveUp();
  const id = (await dead())[0]?.id ?? '';
  const reason = 'The deposit was made by hand.';
  await jobs().setAsideJob({ id, reason });
  expect(await dead()).toEqual([]);
  expect((await jobs().list({ state: 'setAside' })).items).toMatchObject([{ id, setAsideReason: reason }]);
  t.clock.advance(MINUTE);
  await t.platform.jobs.drain();
  expect((await jobs().list({ state: 'setAside' })).items).toHaveLength(1);
  expect(await refusalOf(jobs().setAsideJob({ id, reason }))).toBe('JOB_NOT_FOUND');
  await retryJob(systemOf(t.platform), { id });
  expect((await jobs().list({ state: 'setAside' })).items).toEqual([]);
});
