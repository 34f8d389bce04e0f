import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { findPostgresBinaries } from '#tests/support/postgres-server.ts';
import { callLoad, type LoadResult } from './load.ts';

const run = promisify(execFile);

export const CONCURRENCY = 64;

/** Of the accounts between which the reference moves money: ids as long as pgledger's. */
const PAYER = 'account_01K00000000000000000000001';
const PAYEE = 'account_01K00000000000000000000002';

/** Transactions per second and average latency in milliseconds. */
export interface Reference {
  rate: number;
  averageLatency: number;
}

async function pgbench(args: string[], url: string): Promise<string> {
  const beside = join(findPostgresBinaries() ?? '', 'pgbench');
  const { stdout } = await run(existsSync(beside) ? beside : 'pgbench', [...args, url], {
    maxBuffer: 2 ** 24,
  });
  return stdout;
}

function readReference(output: string): Reference {
  const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1]);
  const averageLatency = Number(/latency average = ([\d.]+)/.exec(output)?.[1]);
  if (!Number.isFinite(rate))
    throw new Error(`pgbench finished no transaction: is the machine busy?\n${output}`);
  return { rate, averageLatency };
}

/** Creates pgbench's tables, with a scale at which its branches are no bottleneck. */
export async function preparePgbench(url: string): Promise<void> {
  await pgbench(['-i', '-q', '-s', '10'], url);
}

/** pgbench's simple update (`-N`): an update, a select and an insert in a transaction. */
export async function simpleUpdate(url: string, seconds: number): Promise<Reference> {
  return readReference(
    await pgbench(['-N', '-n', '-c', `${CONCURRENCY}`, '-j', '2', '-T', `${seconds}`], url),
  );
}

/**
 * A ledger that moves money by one call of a SQL function for each transfer, and does for it what pgledger
 * (github.com/pgr0ss/pgledger) does: a transfer is a list of one; its accounts are sorted and locked one by one; both
 * balances are checked; the transfer and an entry for each side with the balance before and after are stored, all of them
 * with ULIDs for ids, made in the database, and references to their accounts; what was made is read back. All transfers
 * here are between one pair of accounts.
 */
export async function prepareSingleTransfers(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`
    create function reference_ulid() returns text language plpgsql volatile as $$
      declare
        milliseconds bigint := extract(epoch from clock_timestamp()) * 1000;
        bits bit(130) := b'00' || milliseconds::bit(48) || ('x' || right(replace(gen_random_uuid()::text, '-', ''), 20))::bit(80);
        ulid text := '';
      begin
        for place in 0..25 loop
          ulid := ulid || substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', substring(bits from place * 5 + 1 for 5)::int + 1, 1);
        end loop;
        return ulid;
      end $$;
    create function reference_id(prefix text) returns text language sql volatile as $$
      select prefix || '_' || reference_ulid() $$;
    create table reference_accounts (
      id text primary key, name text not null, currency text not null, balance numeric not null,
      version bigint not null, allows_negative boolean not null, allows_positive boolean not null, metadata jsonb,
      created_at timestamptz not null, updated_at timestamptz not null);
    create table reference_transfers (
      id text primary key default reference_id('transfer'), debit text not null references reference_accounts,
      credit text not null references reference_accounts, amount numeric not null, created_at timestamptz not null,
      event_at timestamptz not null, metadata jsonb, check (amount > 0 and debit <> credit));
    create index on reference_transfers (debit);
    create index on reference_transfers (credit);
    create index on reference_transfers (event_at);
    create table reference_postings (
      id text primary key default reference_id('posting'), account text not null references reference_accounts,
      transfer text not null references reference_transfers, amount numeric not null,
      balance_before numeric not null, balance_after numeric not null, version bigint not null,
      created_at timestamptz not null);
    create index on reference_postings (account);
    create index on reference_postings (transfer);
    insert into reference_accounts values
      ('${PAYER}', 'Payer', 'USD', 1000000000000, 0, false, true, null, now(), now()),
      ('${PAYEE}', 'Payee', 'USD', 0, 0, false, true, null, now(), now());
    create function reference_allowed(account reference_accounts) returns void language plpgsql as $$
      begin
        if account.balance < 0 and not account.allows_negative then
          raise exception 'balance of % would be negative', account.id;
        end if;
        if account.balance > 0 and not account.allows_positive then
          raise exception 'balance of % would be positive', account.id;
        end if;
      end $$;
    create type reference_order as (from_id text, to_id text, amount numeric);
    create function reference_transfers(orders reference_order[], happened timestamptz, about jsonb)
    returns setof reference_transfers language plpgsql as $$
      declare
        wanted reference_order; payer reference_accounts; payee reference_accounts;
        account_ids text[] := '{}'; one text; made text; all_made text[] := '{}';
      begin
        foreach wanted in array orders loop
          account_ids := account_ids || wanted.from_id || wanted.to_id;
        end loop;
        for one in select distinct id from unnest(account_ids) id order by id loop
          perform 1 from reference_accounts where id = one for update;
        end loop;
        foreach wanted in array orders loop
          update reference_accounts set balance = balance - wanted.amount, version = version + 1, updated_at = now()
            where id = wanted.from_id returning * into payer;
          perform reference_allowed(payer);
          update reference_accounts set balance = balance + wanted.amount, version = version + 1, updated_at = now()
            where id = wanted.to_id returning * into payee;
          perform reference_allowed(payee);
          if payer.currency <> payee.currency then raise exception 'two currencies'; end if;
          insert into reference_transfers (debit, credit, amount, created_at, event_at, metadata)
            values (wanted.from_id, wanted.to_id, wanted.amount, now(), coalesce(happened, now()), about)
            returning id into made;
          insert into reference_postings (account, transfer, amount, balance_before, balance_after, version, created_at)
            values (payer.id, made, -wanted.amount, payer.balance + wanted.amount, payer.balance, payer.version, now());
          insert into reference_postings (account, transfer, amount, balance_before, balance_after, version, created_at)
            values (payee.id, made, wanted.amount, payee.balance - wanted.amount, payee.balance, payee.version, now());
          all_made := all_made || made;
        end loop;
        return query select * from reference_transfers where id = any(all_made) order by id;
      end $$;
    create function reference_transfer(
      from_id text, to_id text, amount numeric, happened timestamptz default null, about jsonb default null)
    returns setof reference_transfers language plpgsql as $$
      begin
        return query select * from reference_transfers(
          array[(from_id, to_id, amount)::reference_order], happened, about);
      end $$;`);
  await sql.end();
}

export async function singleTransfers(url: string, seconds: number): Promise<Reference> {
  const script = join(tmpdir(), `commonhold-reference-${process.pid}.sql`);
  await writeFile(script, `select id from reference_transfer('${PAYER}', '${PAYEE}', 1);\n`);
  return readReference(
    await pgbench(['-n', '-f', script, '-c', `${CONCURRENCY}`, '-j', '2', '-T', `${seconds}`], url),
  );
}

/** Tables for a purchase from a listing as one interactive transaction: what such a program stores, and no more. */
export async function prepareInteractiveTrades(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`
    create table reference_people (id int primary key, cash bigint not null check (cash >= 0));
    create table reference_holdings (
      person int not null, property int not null, shares bigint not null check (shares >= 0),
      primary key (person, property));
    create table reference_listings (
      id int primary key, seller int not null, property int not null, price bigint not null,
      shares_left bigint not null check (shares_left >= 0));
    create table reference_trades (
      id bigint primary key generated always as identity, listing int not null, buyer int not null,
      shares bigint not null, amount bigint not null, fee bigint not null, at timestamptz not null default now());
    create table reference_entries (
      id bigint primary key generated always as identity, trade bigint not null, person int, amount bigint not null);
    create table reference_keys (person int not null, key uuid not null, trade bigint, primary key (person, key));
    create table reference_events (id bigint primary key generated always as identity, type text, payload jsonb);
    insert into reference_people select g, 100000000000 from generate_series(1, 10000) g;
    insert into reference_listings values (1, 3, 1, 10000, 1000000000);
    insert into reference_holdings values (3, 1, 1000000000);`);
  await sql.end();
}

/** Buys one share from the one listing again and again, each purchase in a transaction of fourteen round trips. */
export async function interactiveTrades(url: string, seconds: number): Promise<LoadResult> {
  const pool = postgres(url, { max: CONCURRENCY });
  const buy = (buyer: number) =>
    pool.begin(async (sql) => {
      const key = randomUUID();
      await sql`insert into reference_keys (person, key) values (${buyer}, ${key})`;
      const [listing] = await sql`select * from reference_listings where id = 1 for no key update`;
      const { seller, property, price } = listing as { seller: number; property: number; price: string };
      const amount = Number(price);
      const fee = Math.round(amount / 100);
      await sql`select cash from reference_people where id in (${buyer}, ${seller}) order by id for no key update`;
      await sql`update reference_listings set shares_left = shares_left - 1 where id = 1`;
      await sql`update reference_people set cash = cash - ${amount + fee} where id = ${buyer}`;
      await sql`update reference_people set cash = cash + ${amount} where id = ${seller}`;
      await sql`update reference_holdings set shares = shares - 1 where person = ${seller} and property = ${property}`;
      await sql`insert into reference_holdings as h values (${buyer}, ${property}, 1)
        on conflict (person, property) do update set shares = h.shares + 1`;
      const [trade] = await sql`insert into reference_trades (listing, buyer, shares, amount, fee)
        values (1, ${buyer}, 1, ${amount}, ${fee}) returning id`;
      const id = trade?.id as string;
      await sql`insert into reference_entries (trade, person, amount)
        values (${id}, ${buyer}, ${-amount - fee}), (${id}, ${seller}, ${amount}), (${id}, null, ${fee})`;
      await sql`insert into reference_events (type, payload) values ('traded', ${sql.json({ id })})`;
      await sql`update reference_keys set trade = ${id} where person = ${buyer} and key = ${key}`;
    });
  try {
    return await callLoad(CONCURRENCY, seconds, () => buy(4 + Math.floor(Math.random() * 9_000)));
  } finally {
    await pool.end();
  }
}
