import { statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { rebuildRollups } from '#features/analytics/server/index.ts';
import { grantAdmin } from '#features/identity/server/index.ts';
import { createSession } from '#features/identity/server/sessions/sessions.ts';
import { DAY } from '#kernel/time.ts';
import { sealAll } from '#platform/server/audit/audit-chain.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { landlordOf, MEMBER } from './list-world.ts';
import type { ListReader } from './lists.ts';
import { auditAll, type BenchWorldSize, fullSize, OWNERS } from './world.ts';

/** Rows of each list. */
export const LISTED = 10_000;

const TRANSFERS_OF_A_PURCHASE = 3;
/** Purchases that share an audit row, as those of a busy server do. */
const BATCH = 64;
/** Audit rows of one statement. */
const MAX_BATCHES = 5_000;
/** People who buy the same property one after the other, so that a day has fewer properties than purchases. */
const NEIGHBOURS = 9;
/** Properties that one of them buys shares of, again and again. */
const PROPERTIES_OF_A_BUYER = 10;
/** Age of the oldest purchases, in days. */
const OLDEST_DAYS = 730;

/** Runs statements one after the other; two of them run beside each other. */
type Lane = (statement: string) => Promise<Record<string, unknown>[]>;
export type Lanes = readonly [Lane, Lane];

type Step = (what: string, work: () => Promise<unknown>) => Promise<void>;

/** Says what is done and how long it took. */
const stepsTo =
  (log: (line: string) => void): Step =>
  async (what, work) => {
    const began = performance.now();
    await work();
    log(`  ${((performance.now() - began) / 1000).toFixed(1)} s: ${what}`);
  };

interface Growth {
  size: BenchWorldSize;
  /** Purchases to add. */
  many: number;
}

/** People who bought in advance: those after the ones who buy in the rows, and after the owners. */
const buyersOf = ({ users, holders }: BenchWorldSize) => ({
  first: users + OWNERS + 1,
  many: holders - users - OWNERS,
});

/** A time-ordered id, as the product makes them: rows of one time lie together in an index. */
const idOf = (kind: string) =>
  `(lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n % 4096), 3, '0') || '8' || substr(md5('${kind}' || n), 1, 15))::uuid`;

/** Purchases in the order of their time, with what they moved, in cents: 2.5% of the amount is the fee. */
function drawPurchases({ size, many }: Growth): string {
  const { first, many: buyers } = buyersOf(size);
  const groups = Math.ceil(buyers / NEIGHBOURS);
  const start = Date.now() - OLDEST_DAYS * DAY;
  const batchMs = Math.floor(((OLDEST_DAYS - 1) * DAY) / Math.ceil(many / BATCH));
  return `
    create unlogged table bench_grown as
    select n, n / ${BATCH} as batch, to_timestamp(ms / 1000.0::float8) as at, ${idOf('operation')} as operation,
           ${idOf('purchase')} as id, ${idOf('key')} as key, 'bench-user-' || ${first} + n % ${buyers} as user_id, property_id,
           shares, price_per_share as price, (shares * price_per_share * 100)::bigint as cents,
           round(shares * price_per_share * 2.5)::bigint as fee
    from (
      select n, ${start} + (n / ${BATCH})::bigint * ${batchMs} as ms, 1 + n % 5 as shares,
             1 + (n % ${buyers} / ${NEIGHBOURS} + n / ${buyers} % ${PROPERTIES_OF_A_BUYER} * ${groups})
               % ${size.properties - 1} as property_id
      from generate_series(0, ${many - 1}) n) drawn
    join properties p on p.id = property_id`;
}

const TRANSFERS = `
  insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
  select operation, code, debit, credit, asset, amount, at
  from bench_grown
  cross join lateral (values
    ('investment', 'user:' || user_id || ':cash', 'property:' || property_id || ':escrow', 'USD', cents),
    ('investment_shares', 'property:' || property_id || ':available', 'user:' || user_id || ':shares:' || property_id,
     'SHARE:' || property_id, shares),
    ('processing_fee', 'user:' || user_id || ':cash', 'property:' || property_id || ':escrow', 'USD', fee)
  ) moved (code, debit, credit, asset, amount)`;

const INVESTMENTS = `
  insert into investments (id, operation_id, user_id, property_id, shares, price_per_share, total_amount,
                           transaction_fee, created_at)
  select id, operation, user_id, property_id, shares, price, cents / 100.0, fee / 100.0, at from bench_grown`;

const KEYS = `
  insert into idempotency_keys (actor_id, key, input_hash, operation_id, created_at)
  select user_id, key::text, md5('a' || n) || md5('b' || n), operation, at from bench_grown`;

/** The hash of its runs is in the details of a batch, so that its seal covers them. */
const auditChunk = (first: number) => `
  with added as (insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details, runs)
  select gen_random_uuid(), at, 'bench.seed', 'system', 'system:batch', 'batch',
         jsonb_build_object('runs', encode(sha256(convert_to(runs, 'UTF8')), 'hex')), runs::json
  from (
    select min(at) as at, '[' || string_agg(
             '{"operation_id":"' || operation || '","actor_kind":"user","actor_id":"' || user_id
               || '","subject":"investment:' || id || '","details":{"propertyId":' || property_id || ',"shares":' || shares
               || ',"totalCents":' || cents + fee || '}}', ',') || ']' as runs
    from bench_grown where batch between ${first} and ${first + MAX_BATCHES - 1} group by batch order by batch) batches
  returning seq) insert into audit_unsealed (seq) select seq from added`;

const PREPARED = ['create index on bench_grown using brin (batch)', 'analyze bench_grown'];

/** With a minimum that is reached, the server would close a hundred thousand offerings before the first row. */
const MINIMUM_OUT_OF_REACH = `
  update offerings o set minimum_shares = p.total_shares from properties p where p.id = o.property_id and o.status = 'open'`;

/** Each buyer pays in what they need for all of it, before the first purchase. */
const deposits = [
  `create unlogged table bench_deposits as
   select row_number() over () as n, gen_random_uuid() as id, user_id, ceil(sum(cents + fee) / 100.0) as amount, min(at) - interval '1 hour' as at
   from bench_grown group by user_id`,
  `insert into bank_transfers (id, user_id, direction, amount, status, reference, requested_operation_id,
                               settled_operation_id, created_at, settled_at)
   select id, user_id, 'deposit', amount, 'completed', id::text, gen_random_uuid(), id, at, at from bench_deposits`,
  `insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
   select id, 'deposit', 'bank:settlement', 'user:' || user_id || ':cash', 'USD', amount * 100, at from bench_deposits`,
];

/** What else the purchases left: balances, and the amounts that people invested in each month. */
const sums = [
  `insert into ledger_accounts as a (id, kind, user_id, property_id, balance)
   select 'user:' || user_id || ':shares:' || property_id, 'user_shares', user_id, property_id, sum(shares)
   from bench_grown group by user_id, property_id
   on conflict (id) do update set balance = a.balance + excluded.balance`,
  `insert into ledger_accounts as a (id, kind, property_id, balance)
   select 'property:' || property_id || ':escrow', 'property_escrow', property_id, sum(cents + fee)
   from bench_grown group by property_id
   on conflict (id) do update set balance = a.balance + excluded.balance`,
  `update ledger_accounts a set balance = a.balance - b.shares
   from (select property_id, sum(shares) as shares from bench_grown group by property_id) b
   where a.id = 'property:' || b.property_id || ':available'`,
  `update ledger_accounts a set balance = a.balance + d.amount * 100 - b.cents
   from (select user_id, sum(cents + fee) as cents from bench_grown group by user_id) b
   join bench_deposits d using (user_id)
   where a.id = 'user:' || b.user_id || ':cash'`,
  `insert into invested_months as m (user_id, month, amount_cents)
   select user_id, to_char(at at time zone 'UTC', 'YYYY-MM'), sum(cents) from bench_grown group by 1, 2
   on conflict (user_id, month) do update set amount_cents = m.amount_cents + excluded.amount_cents`,
];

const GROWN_TABLES = [
  'ledger_transfers',
  'investments',
  'idempotency_keys',
  'audit_log',
  'ledger_accounts',
  'invested_months',
  'bank_transfers',
];

/**
 * Runs this without the indexes of a table, keys included, and makes them again at the end: each at once costs a
 * fraction of what it costs row by row.
 */
async function withoutIndexes(
  { run, step }: { run: Lane; step: Step },
  table: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const found = await run(`
    select quote_ident(i.relname) as name, quote_ident(c.conname) as "constraint",
           pg_get_constraintdef(c.oid) as key, replace(pg_get_indexdef(i.oid), ' ON ONLY ', ' ON ') as definition
    from pg_index x join pg_class i on i.oid = x.indexrelid
    left join pg_constraint c on c.conindid = i.oid and c.contype in ('p', 'u')
    where x.indrelid = '${table}'::regclass`);
  for (const { name, constraint } of found)
    await run(
      constraint === null ? `drop index ${name}` : `alter table ${table} drop constraint ${constraint}`,
    );
  await work();
  for (const { name, constraint, key, definition } of found)
    await step(`index ${name}`, () =>
      run(
        constraint === null ? String(definition) : `alter table ${table} add constraint ${constraint} ${key}`,
      ),
    );
}

/**
 * Adds purchases until the ledger has this many transfers, with everything that `verify` asks of them, then counts the
 * rollups from nothing. It is written by statements about all rows at once, table by table, on two connections.
 */
export async function growWorld(
  platform: Platform,
  {
    lanes: [one, two],
    transfers,
    size = fullSize,
    log = console.log,
  }: { lanes: Lanes; transfers: number; size?: BenchWorldSize; log?: (line: string) => void },
): Promise<void> {
  const step = stepsTo(log);
  const began = performance.now();
  const [there] = await one('select count(*)::float8 as many from ledger_transfers');
  const missing = transfers - Number(there?.many) - buyersOf(size).many;
  const many = Math.max(1, Math.ceil(missing / TRANSFERS_OF_A_PURCHASE));
  const written = (table: string, statements: readonly string[], lane: Lane) =>
    withoutIndexes({ run: lane, step }, table, () =>
      step(table, async () => {
        for (const statement of statements) await lane(statement);
      }),
    );
  const batches = Math.ceil(many / BATCH);
  const audit = Array.from({ length: Math.ceil(batches / MAX_BATCHES) }, (_, turn) =>
    auditChunk(turn * MAX_BATCHES),
  );
  await step(`${many.toLocaleString('en-US')} purchases drawn`, () => one(drawPurchases({ size, many })));
  for (const statement of [...PREPARED, ...deposits]) await one(statement);
  await step('deposits', () =>
    auditAll(
      platform,
      sql`(select n, id as operation_id, at, 'transfer:' || id as subject from bench_deposits)`,
    ),
  );
  await Promise.all([
    (async () => {
      await written('ledger_transfers', [TRANSFERS], one);
      await step('balances and months', async () => {
        for (const statement of sums) await one(statement);
      });
    })(),
    (async () => {
      await written('investments', [INVESTMENTS], two);
      await written('idempotency_keys', [KEYS], two);
      await written('audit_log', audit, two);
    })(),
  ]);
  await one('drop table bench_grown, bench_deposits');
  await step('offerings left open', () => one(MINIMUM_OUT_OF_REACH));
  await step('statistics', async () => {
    for (const table of GROWN_TABLES) await one(`vacuum analyze ${table}`);
  });
  await step('audit log sealed', () => sealAll(platform.db));
  await step('rollups counted from nothing', () => rebuildRollups(platform));
  await step('statistics', () => one('vacuum analyze'));
  const seconds = Math.round((performance.now() - began) / 1000);
  log(`${transfers.toLocaleString('en-US')} transfers after ${seconds} s.`);
}

/** Bytes on disk for each transfer: rows, indexes, and the drawn purchases. */
const BYTES_PER_TRANSFER = 800;
/** People, properties, lists and the log of changes, each for two databases. */
const OTHER_BYTES = 14 * 2 ** 30;

/** Refuses to begin what the disk has no room for. */
export async function requireRoom(transfers: number): Promise<void> {
  const { bavail, bsize } = await statfs(tmpdir());
  const [free, needed] = [bavail * bsize, OTHER_BYTES + transfers * BYTES_PER_TRANSFER].map((bytes) =>
    Math.ceil(bytes / 2 ** 30),
  );
  const text = `${transfers.toLocaleString('en-US')} transfers need up to ${needed} GB in ${tmpdir()}; ${free} GB are free`;
  if (Number(free) < Number(needed)) throw new Error(`${text}.`);
  console.log(`${text}.`);
}

/** Settings of a server while it is filled: a crash would lose the world, which is then made again. */
const LOAD_SETTINGS = { max_wal_size: '8GB', checkpoint_timeout: '1h', synchronous_commit: 'off' };

/** Runs this with settings for filling a database, which are as they were before afterwards. */
export async function whileLoading(url: string, work: () => Promise<void>): Promise<void> {
  const client = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    for (const [name, value] of Object.entries(LOAD_SETTINGS))
      await client.unsafe(`alter system set ${name} = '${value}'`);
    await client`select pg_reload_conf()`;
    await work();
  } finally {
    for (const name of Object.keys(LOAD_SETTINGS)) await client.unsafe(`alter system reset ${name}`);
    await client`select pg_reload_conf()`;
    await client.unsafe('checkpoint');
    await client.end();
  }
}

/** Two connections with memory for sorting and for making indexes. */
export async function withLanes(url: string, work: (lanes: Lanes) => Promise<void>): Promise<void> {
  const connection = { jit: 'off', work_mem: '256MB', maintenance_work_mem: '1GB' };
  const open = () => postgres(url, { max: 1, onnotice: () => undefined, connection });
  const laneOf =
    (client: postgres.Sql): Lane =>
    async (statement) =>
      client.unsafe(statement);
  const clients = [open(), open()] as const;
  try {
    await work([laneOf(clients[0]), laneOf(clients[1])]);
  } finally {
    for (const client of clients) await client.end();
  }
}

/** Session cookies of those whose lists are read. */
export async function readersOfLists(platform: Platform): Promise<Record<ListReader, string>> {
  const session = async (id: string) =>
    (await createSession(platform.db, { userId: id, device: 'benchmark', now: new Date() })).token;
  return {
    admin: await session(await anAdmin(platform)),
    member: await session(MEMBER),
    landlord: await session(landlordOf(fullSize)),
  };
}

/** Someone who is an admin by the command of operators. */
export async function anAdmin(platform: Platform): Promise<string> {
  const id = 'bench-admin';
  const email = 'bench-admin@commonhold.test';
  await platform.db.execute(sql`
    insert into users (id, email, first_name, last_name, email_confirmed_at, created_at, updated_at)
    values (${id}, ${email}, 'Bench', 'Admin', now(), now(), now())`);
  await grantAdmin({ platform, caller: { actor: systemActor('bench') } }, { email });
  return id;
}
