import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY } from '#kernel/time.ts';
import { sealAuditLog } from '#platform/server/audit/audit-chain.ts';
import { AUDIT_QUEUE } from '#platform/server/commands/records.ts';
import { insertQueued } from '#platform/server/database/columns.ts';
import {
  anAdmin,
  anApprovedProperty,
  api,
  aUser,
  newKey,
  type Person,
  systemOf,
} from '#tests/support/actors.ts';
import { testPlatform } from '#tests/support/platform.ts';
import { MAX_EXPORTED_LINES } from '../audit.contract.ts';

let t: Awaited<ReturnType<typeof testPlatform>>;
let admin: Person;
let ada: Person;
let bob: Person;
beforeAll(async () => {
  t = await testPlatform();
  admin = await anAdmin(t.platform);
  const property = await anApprovedProperty(t.platform, { admin });
  ada = await aUser(t.platform, { cash: 100_000 });
  bob = await aUser(t.platform, { cash: 100_000 });
  const buy = (by: Person) =>
    api(by).investing.invest({ propertyId: property.id, shares: 1, requestId: newKey() });
  await Promise.all([buy(ada), buy(bob), buy(ada)]);
});
afterAll(() => t.close());

const log = (input: Parameters<ReturnType<typeof api>['audit']['log']>[0]) => api(admin).audit.log(input);

test('a person is found by email in rows of their own and in batches, which show only their runs', async () => {
  const { items } = await log({ actor: ada.email, action: 'investing.invest' });
  const runs = items.flatMap((row) => row.runs);
  expect(items.some(({ isBatch }) => isBatch)).toBe(true);
  expect(runs).toHaveLength(2);
  expect(new Set(runs.map(({ actor }) => actor.id))).toEqual(new Set([ada.id]));
  const [subject = ''] = runs.map((run) => run.subject);
  const about = await log({ actor: ada.id, subject });
  expect(about.items.flatMap((row) => row.runs)).toMatchObject([{ subject, actor: { name: 'Ada Quill' } }]);
  expect((await log({ actor: bob.id, subject })).items).toEqual([]);
});

test('pages by any filter and period show each row once, the latest first', async () => {
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const page = await log({ limit: 7, ...(cursor !== null && { cursor }) });
    seen.push(...page.items.map(({ seq }) => seq));
    cursor = page.nextCursor;
  } while (cursor !== null);
  expect(seen).toHaveLength(await t.platform.db.$count(sql`audit_log`));
  expect(new Set(seen).size).toBe(seen.length);
  const day = (offset: number) => new Date(t.clock.now().getTime() + offset * DAY).toISOString().slice(0, 10);
  expect((await log({ from: day(1), to: day(2) })).items).toEqual([]);
  expect((await log({ from: day(0), to: day(0) })).items.length).toBeGreaterThan(0);
  expect(await api(admin).audit.actions()).toContain('identity.signUp');
});

test('a filter over ten years shows every row once, and one year of it only its own', async () => {
  const years = Array.from({ length: 10 }, (_, index) => 2014 + index);
  const old = sql`insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
    select gen_random_uuid(), make_timestamptz(year, 1 + n % 12, 1 + n % 28, n % 24, 0, 0, 'UTC'), 'test.old',
           'user', ${ada.id}, 'test:' || n, '{}'
    from generate_series(${years[0]}::int, ${years.at(-1)}::int) year, generate_series(1, 60) n`;
  await t.platform.db.execute(insertQueued(old, AUDIT_QUEUE));
  const rowsOf = async (filters: Parameters<typeof log>[0]) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const page = await log({ ...filters, limit: 100, ...(cursor !== null && { cursor }) });
      seen.push(...page.items.map(({ at }) => at));
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect(seen).toEqual([...seen].sort().reverse());
    return seen;
  };
  const all = { action: 'test.old', actor: ada.email, from: '2014-01-01', to: '2023-12-31' };
  expect(await rowsOf(all)).toHaveLength(600);
  const one = await rowsOf({ ...all, from: '2019-01-01', to: '2019-12-31' });
  expect([one.length, new Set(one.map((at) => at.slice(0, 4)))]).toEqual([60, new Set(['2019'])]);
  expect((await api(admin).audit.exportLog(all)).rows).toBe(600);
});

test('an export is a line for each run, without formulas, and is in the log itself', async () => {
  await api(admin).freezes.freezeAccount({ userId: bob.id, reason: '=cmd()' });
  const file = await api(admin).audit.exportLog({
    subject: `user:${bob.id}`,
    action: 'freezes.freezeAccount',
  });
  expect(file.rows).toBe(1);
  expect(file.csv.split('\r\n')[1]).toMatch(/^\d+,.*freezes\.freezeAccount.*\{""reason""/);
  const invested = await api(admin).audit.exportLog({ action: 'investing.invest' });
  expect(invested.rows).toBe(3);
  const [exported] = (await log({ action: 'audit.exportLog' })).items;
  expect(exported?.runs[0]?.details).toContainEqual({ field: 'rows', value: '3' });
});

test('the chain is verified with its head, and a changed row is named', async () => {
  await sealAuditLog(systemOf(t.platform), {});
  const sound = await api(admin).audit.verifyPart({});
  expect(sound).toMatchObject({ next: null, broken: null });
  expect(sound.head?.hash).toMatch(/^[0-9a-f]{64}$/);
  await t.platform.db.execute(sql`alter table audit_log disable trigger user`);
  await t.platform.db.execute(sql`update audit_log set subject = 'user:nobody' where seq = 2`);
  expect((await api(admin).audit.verifyPart({})).broken).toEqual({
    seq: '2',
    detail: 'does not match its seal',
  });
});

test('an export of any length has each line once, in parts, with the names of the columns once', async () => {
  const lines = MAX_EXPORTED_LINES + 1;
  await t.platform.db.execute(
    sql`insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
        select gen_random_uuid(), '2013-05-01T12:00:00Z', 'test.busy', 'user', ${ada.id}, 'test:' || n, '{}'
        from generate_series(1, ${lines}::int) n`,
  );
  const { exportLog } = api(admin).audit;
  const first = await exportLog({ action: 'test.busy' });
  expect(first.rows).toBe(MAX_EXPORTED_LINES);
  const second = await exportLog({ action: 'test.busy', cursor: first.nextCursor ?? '' });
  expect(second).toMatchObject({ rows: 1, nextCursor: null });
  const [header, ...rows] = `${first.csv}${second.csv}`.trimEnd().split('\r\n');
  expect(header).toMatch(/^Row,/);
  expect(new Set(rows.map((row) => row.split(',')[5])).size).toBe(lines);
});
