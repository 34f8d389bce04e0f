import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { archivedTransfers } from '#features/ledger/server/index.ts';
import { monthOf } from '#kernel/months.ts';
import { DAY, after as timeAfter } from '#kernel/time.ts';
import { archiveFindings } from '#platform/server/adapters/archive/archive-findings.ts';
import { archiveMonths } from '#platform/server/adapters/archive/archive-months.ts';
import { openPostgres } from '#platform/server/adapters/database/database.ts';
import { openReadOnlyPostgres } from '#platform/server/adapters/database/read-only-postgres.ts';
import { sealAll } from '#platform/server/audit/audit-chain.ts';
import { MONTHS_AHEAD, rotatePartitions } from '#platform/server/jobs/partitions.ts';
import { anApprovedProperty, api, aUser, newKey } from '../support/actors.ts';
import { expectBooksBalance } from '../support/checks.ts';
import {
  emptyDatabase,
  freshDatabase,
  type PostgresPlatform,
  postgresPlatform,
} from '../support/platform.ts';

const page = readFileSync(path.join(import.meta.dirname, '../../docs/operators.md'), 'utf8');
const role = `server_${randomUUID().replaceAll('-', '')}`;

/** SQL of the operators' page, for a role that no other test has. */
const statements = (/```sql\n(create role commonhold_server[\s\S]*?)```/.exec(page)?.[1] ?? '').replaceAll(
  'commonhold_server',
  role,
);

async function asOwner<Result>(url: string, work: (owner: postgres.Sql) => Promise<Result>): Promise<Result> {
  const owner = postgres(url, { max: 1, onnotice: () => undefined });
  return work(owner).finally(() => owner.end());
}

function asServer(url: string): string {
  const address = new URL(url);
  address.username = role;
  return address.href;
}

let database: Awaited<ReturnType<typeof freshDatabase>>;
let product: PostgresPlatform;
let server: postgres.Sql;

beforeAll(async () => {
  database = await freshDatabase();
  await asOwner(database.url, (owner) => owner.unsafe(statements));
  product = await postgresPlatform({ on: { url: asServer(database.url) } });
  server = postgres(asServer(database.url), { max: 1, onnotice: () => undefined });
});

afterAll(async () => {
  await server?.end();
  await asOwner(database.url, (owner) => owner.unsafe(`drop owned by ${role}; drop role ${role}`));
  await product?.close();
  await database.drop();
});

test('a server whose database role owns no table serves the product, and its books balance', async () => {
  const { platform } = product;
  const { id: propertyId } = await anApprovedProperty(platform, { shares: 100, minimumShares: 0 });
  const buyer = await aUser(platform, { cash: 100_000 });
  await api(buyer).investing.invest({ propertyId, shares: 2, requestId: newKey() });
  await platform.jobs.drain();
  await expectBooksBalance(platform);
});

test('that role makes the partitions of the next months and drops those whose time is over', async () => {
  const { db, clock } = product.platform;
  const partitions = async () =>
    (
      await server`select inhrelid::regclass::text as name from pg_inherits
                  where inhparent = 'outbox_events'::regclass`
    ).map(({ name }) => name);
  const inTwoMonths = { db, clock: { now: () => timeAfter(clock.now(), 61 * DAY) } };
  await rotatePartitions({ db, clock }, 'outbox_events', new Date(0));
  const before = await partitions();
  expect(before.length).toBeGreaterThan(MONTHS_AHEAD);
  await rotatePartitions(inTwoMonths, 'outbox_events', timeAfter(clock.now(), 31 * DAY));
  const dropped = before.filter((name) => name.includes('_to_'));
  expect(await partitions()).not.toContain(dropped[0]);
  const [left = ''] = await partitions();
  await expect(server.unsafe(`drop table ${left}`)).rejects.toMatchObject({ code: '42501' });
});

test('a role that may not delete events drops no partition of them', async () => {
  const asTheOwner = (statement: string) => asOwner(database.url, (owner) => owner.unsafe(statement));
  await asTheOwner(`revoke delete on outbox_events from ${role}`);
  await expect(server`select drop_partitions('outbox_events', now())`).rejects.toMatchObject({
    code: '42501',
  });
  await asTheOwner(`grant delete on outbox_events to ${role}`);
});

test.each([
  "update audit_log set subject = 'x'",
  'delete from audit_log',
  'truncate audit_log',
  'alter table audit_log disable trigger all',
  'drop trigger audit_log_append_only on audit_log',
  'set session_replication_role = replica',
  "update audit_seals set hash = ''",
  'delete from audit_seals',
  'update ledger_transfers set amount = 0',
  'delete from ledger_transfers',
  'alter table ledger_transfers disable trigger all',
  'delete from idempotency_keys',
  'drop table ledger_transfers',
  'create table elsewhere (id int)',
])('that role is refused: %s', async (statement) => {
  await expect(server.unsafe(statement)).rejects.toMatchObject({ code: '42501' });
});

test('that role closes an account, and changes append-only rows in no other way', async () => {
  const ada = await aUser(product.platform);
  await api(ada).ownData.closeAccount({ confirmation: 'close my account', requestId: newKey() });
  for (const table of ['drawn_documents', 'submission_messages', 'approval_requests', 'share_certificates'])
    await expect(server.unsafe(`set commonhold.erasing = 'on'; delete from ${table}`)).rejects.toMatchObject({
      code: '23001',
    });
});

test('that role archives months, and of two runs at once one is refused', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'commonhold-archive-'));
  const [one, other] = [
    openReadOnlyPostgres(asServer(database.url)),
    openReadOnlyPostgres(asServer(database.url)),
  ];
  const keys = [{ id: 'test', secret: new Uint8Array(32).fill(7, 1) }];
  const archive = { folder, keys, ledger: archivedTransfers };
  const now = timeAfter(new Date(), 40 * DAY);
  try {
    await sealAll(product.platform.db);
    const months: string[] = [];
    const onMonth = async ({ month }: { month: string }) => {
      months.push(month);
      const again = archiveMonths(other.db, archive, { now, onMonth: () => undefined });
      await expect(again).rejects.toThrow('by another process');
    };
    await archiveMonths(one.db, archive, { now, onMonth });
    expect(months[0]).toBe(monthOf(new Date()));
    const found = await archiveFindings(other.db, archive);
    expect(found.map(({ checked, drifted }) => [checked > 0, drifted])).toEqual(Array(3).fill([true, 0]));
  } finally {
    await Promise.all([one.close(), other.close()]);
    rmSync(folder, { recursive: true, force: true });
  }
});

test('that role starts no server on tables of an older version, and says what to do', async () => {
  const { url, drop } = await emptyDatabase();
  await expect(openPostgres(asServer(url), { pool: 1 })).rejects.toThrow('npm run migrate');
  await drop();
});
