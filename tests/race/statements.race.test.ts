import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { issueChunk } from '#features/statements/server/issue-chunk.ts';
import { issueNext } from '#features/statements/server/issue-next.ts';
import { planChunks } from '#features/statements/server/plan-chunks.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { anAdmin, anApprovedProperty, api, aUser, newKey, systemOf } from '../support/actors.ts';
import { expectBooksBalance } from '../support/checks.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';
import { shiftedClock } from '../support/ports.ts';

const PEOPLE = 24;
const MONTH = '2027-01';

const clock = shiftedClock();
let t: PostgresPlatform;
let other: Platform;
beforeAll(async () => {
  clock.moveTo(new Date('2027-01-10T10:00:00Z'));
  t = await postgresPlatform({ clock });
  other = await t.another({ clock });
  const admin = await anAdmin(t.platform);
  const { id: propertyId } = await anApprovedProperty(t.platform, { admin });
  const people = await Promise.all(
    Array.from({ length: PEOPLE }, () => aUser(t.platform, { cash: 100_000 })),
  );
  for (const person of people)
    await api(person).investing.invest({ propertyId, shares: 1, requestId: newKey() });
  clock.moveTo(new Date('2027-03-10T10:00:00Z'));
});
afterAll(() => t.close());

async function issueAll(platform: Platform, month: string): Promise<number> {
  let issued = 0;
  for (;;) {
    const chunk = await issueNext(systemOf(platform), { month, maxPeople: 1 });
    issued += chunk.issued;
    if (chunk.done) return issued;
  }
}

const issuedOf = (month: string) =>
  rows<{ id: string }>(
    t.platform.db,
    sql`select user_id as id from monthly_statements where month = ${month} order by user_id`,
  );

test('of two servers that issue a month at once, each person gets their statement from one of them', async () => {
  const [one, two] = await Promise.all([issueAll(t.platform, MONTH), issueAll(other, MONTH)]);
  const issued = await issuedOf(MONTH);
  expect(issued.length).toBeGreaterThanOrEqual(PEOPLE);
  expect(one + two).toBe(issued.length);
  expect(Math.min(one, two)).toBeGreaterThan(0);
  const [progress] = await rows<{ statements: number; finished: boolean }>(
    t.platform.db,
    sql`select statements, finished_at is not null as finished from statement_months where month = ${MONTH}`,
  );
  expect(progress).toEqual({ statements: issued.length, finished: true });
  await expectBooksBalance(t.platform);
});

test('a month whose server is cut off in the middle of a chunk is finished by another one, without a gap', async () => {
  const month = '2027-02';
  const system = systemOf(t.platform);
  const { waiting } = await planChunks(system, { month, maxPeople: 5 });
  const [first = '', second = ''] = waiting;
  await issueChunk(system, { month, afterId: second });
  await t.platform.db.execute(sql`create function cut_off() returns trigger language plpgsql as $$
    begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
  await t.platform.db.execute(
    sql`create trigger cut_off after update on statement_months for each row execute function cut_off()`,
  );
  await expect(issueChunk(systemOf(other), { month, afterId: first })).rejects.toThrow();
  await t.platform.db.execute(sql`drop trigger cut_off on statement_months`);
  expect(await issuedOf(month)).toHaveLength(5);
  await expectBooksBalance(t.platform);
  await t.platform.db.transaction(async (tx) => {
    await tx.execute(sql`select 1 from statement_chunks where month = ${month} for update`);
    const isElsewhere = { issued: 0, done: false, isElsewhere: true };
    expect(await issueNext(systemOf(other), { month, maxPeople: 5 })).toEqual(isElsewhere);
  });
  // As a server of the version before does, which knows no chunks.
  await t.platform.db.execute(
    sql`update statement_months set finished_at = started_at where month = ${month}`,
  );
  await t.platform.jobs.drain();
  expect(await issuedOf(month)).toEqual(await issuedOf(MONTH));
  await expectBooksBalance(t.platform);
});
