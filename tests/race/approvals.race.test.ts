import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { revokeAdmin } from '#features/identity/server/index.ts';
import { after, type Clock, HOUR } from '#kernel/time.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, api, aUser, contextOf, newKey, type Person, systemOf } from '../support/actors.ts';
import { expectBooksBalance, outcomes } from '../support/checks.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

const ROUNDS = 5;
const clockAhead = (milliseconds: number): Clock => ({ now: () => after(new Date(), milliseconds) });

let t: PostgresPlatform;
/** Two servers whose clocks run a day ahead, so that the roles of all admins are old enough; one after the expiry. */
let dayLater: Platform;
let anotherServer: Platform;
let expired: Platform;
let asker: Person;
let approvers: Person[];
beforeAll(async () => {
  t = await postgresPlatform({ env: { APPROVALS: '2' } });
  dayLater = await t.another({ clock: clockAhead(25 * HOUR) });
  anotherServer = await t.another({ clock: clockAhead(25 * HOUR) });
  expired = await t.another({ clock: clockAhead(72 * HOUR) });
  asker = await anAdmin(t.platform);
  approvers = [await anAdmin(t.platform), await anAdmin(t.platform)];
});
afterAll(() => t.close());
afterAll(() => expectBooksBalance(t.platform));

/** A withdrawal on hold whose release is requested. */
async function aRequest(by = asker) {
  const person = await aUser(t.platform, { cash: 10_000 });
  const { id: transferId } = await api(person).wallet.withdraw({ amountCents: 10_000, requestId: newKey() });
  await api(asker).wallet.holdWithdrawal({ transferId, reason: 'Under review.' });
  const asked = { command: 'wallet.releaseWithdrawal', input: { transferId }, reason: 'It is fine.' };
  const { id } = await api(by).approvals.request({ ...asked, requestId: newKey() });
  return { id, transferId };
}
/** Someone who has proven who they are by the clock of this server. */
const at = (platform: Platform, { actor }: Person) =>
  api(contextOf(platform, { ...actor, authenticatedAt: platform.clock.now() }));
const execute = (platform: Platform, person: Person, id: string) =>
  at(platform, person).approvals.execute({ id });

async function releases(transferId: string): Promise<number> {
  const [found] = await rows<{ many: number }>(
    t.platform.db,
    sql`select count(*)::int as many from audit_log
        where action = 'wallet.releaseWithdrawal' and subject = ${`transfer:${transferId}`}`,
  );
  return found?.many ?? 0;
}

test('two admins who approve the same request at once carry it out once', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, transferId } = await aRequest();
    const [one, two] = approvers as [Person, Person];
    const tries = [execute(dayLater, one, id), execute(anotherServer, two, id)];
    const { done, refused } = await outcomes(tries);
    expect([done.length, refused]).toEqual([1, ['REQUEST_DECIDED']]);
    expect(await releases(transferId)).toBe(1);
  }
});

test('one admin who approves many times at once carries it out once, and always gets the answer', async () => {
  const { id, transferId } = await aRequest();
  const [one] = approvers as [Person];
  const tries = [1, 2, 3, 4].map((number) => execute(number % 2 ? dayLater : anotherServer, one, id));
  expect((await outcomes(tries)).done).toHaveLength(4);
  expect(await releases(transferId)).toBe(1);
});

test('an approval against its withdrawal and its expiry: one of them wins, and what was refused had no effect', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id, transferId } = await aRequest();
    const [one, two] = approvers as [Person, Person];
    const { done, refused } = await outcomes<unknown>([
      execute(dayLater, one, id),
      at(dayLater, asker).approvals.withdraw({ id }),
      execute(expired, two, id),
    ]);
    expect(done).toHaveLength(1);
    expect(refused.filter((code) => !['REQUEST_DECIDED', 'REQUEST_EXPIRED'].includes(code))).toEqual([]);
    expect(await releases(transferId)).toBe(JSON.stringify(done).includes('executed') ? 1 : 0);
  }
});

test('the same request made by two admins at once is made once', async () => {
  const { id, transferId } = await aRequest();
  await api(asker).approvals.withdraw({ id });
  const asked = { command: 'wallet.releaseWithdrawal', input: { transferId }, reason: 'It is fine.' };
  const { done, refused } = await outcomes(
    [asker, ...approvers].map((person) => api(person).approvals.request({ ...asked, requestId: newKey() })),
  );
  expect([done.length, refused]).toEqual([1, ['ALREADY_REQUESTED', 'ALREADY_REQUESTED']]);
});

test('an approval against the end of the role of its requester: the last one wins', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const leaving = await anAdmin(t.platform);
    const { id, transferId } = await aRequest(leaving);
    const [one] = approvers as [Person];
    const { done } = await outcomes<unknown>([
      execute(dayLater, one, id),
      revokeAdmin(systemOf(t.platform), { email: leaving.email }),
    ]);
    expect(await releases(transferId)).toBe(done.length - 1);
  }
});
