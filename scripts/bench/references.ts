import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { findPostgresBinaries } from '../../tests/support/postgres-server.ts';
import { callLoad, type LoadResult } from './load.ts';

const run = promisify(execFile);

export const CONCURRENCY = 64;

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
 * A ledger that moves money by one call of a SQL function for each transfer, and keeps for it what pgledger
 * (github.com/pgr0ss/pgledger) does: the transfer and an entry for each side with the balance before and after, all of
 * them with text ids and references to their accounts; both accounts are locked in order first. All transfers here are
 * between one pair of accounts.
 */
export async function prepareSingleTransfers(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`
    create function reference_id(prefix text) returns text language sql volatile as $$
      select prefix || lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0')
             || replace(gen_random_uuid()::text, '-', '') $$;
    create table reference_accounts (
      id text primary key, name text not null, currency text not null, balance numeric not null,
      version bigint not null, allows_negative boolean not null, created_at timestamptz not null,
      updated_at timestamptz not null);
    create table reference_transfers (
      id text primary key default reference_id('t_'), debit text not null references reference_accounts,
      credit text not null references reference_accounts, amount numeric not null, created_at timestamptz not null,
      event_at timestamptz not null, metadata jsonb, check (amount > 0 and debit <> credit));
    create index on reference_transfers (debit);
    create index on reference_transfers (credit);
    create index on reference_transfers (event_at);
    create table reference_postings (
      id text primary key default reference_id('e_'), account text not null references reference_accounts,
      transfer text not null references reference_transfers, amount numeric not null,
      balance_before numeric not null, balance_after numeric not null, version bigint not null,
      created_at timestamptz not null);
    create index on reference_postings (account);
    create index on reference_postings (transfer);
    insert into reference_accounts values
      ('a_1', 'Payer', 'USD', 1000000000000, 0, false, now(), now()),
      ('a_2', 'Payee', 'USD', 0, 0, false, now(), now());
    create function reference_transfer(from_id text, to_id text, moved numeric) returns text language plpgsql as $$
      declare payer reference_accounts; payee reference_accounts; one text; transfer_id text;
      begin
        foreach one in array array[least(from_id, to_id), greatest(from_id, to_id)] loop
          perform 1 from reference_accounts where id = one for update;
        end loop;
        update reference_accounts set balance = balance - moved, version = version + 1, updated_at = now()
          where id = from_id returning * into payer;
        if payer.balance < 0 and not payer.allows_negative then raise exception 'insufficient balance'; end if;
        update reference_accounts set balance = balance + moved, version = version + 1, updated_at = now()
          where id = to_id returning * into payee;
        if payer.currency <> payee.currency then raise exception 'two currencies'; end if;
        insert into reference_transfers (debit, credit, amount, created_at, event_at)
          values (from_id, to_id, moved, now(), now()) returning id into transfer_id;
        insert into reference_postings (account, transfer, amount, balance_before, balance_after, version, created_at)
          values (from_id, transfer_id, -moved, payer.balance + moved, payer.balance, payer.version, now());
        insert into reference_postings (account, transfer, amount, balance_before, balance_after, version, created_at)
          values (to_id, transfer_id, moved, payee.balance - moved, payee.balance, payee.version, now());
        return transfer_id;
      end $$;`);
  await sql.end();
}

export async function singleTransfers(url: string, seconds: number): Promise<Reference> {
  const script = join(tmpdir(), `commonhold-reference-${process.pid}.sql`);
  await writeFile(script, "select reference_transfer('a_1', 'a_2', 1);\n");
  return readReference(
    await pgbench(['-n', '-f', script, '-c', `${CONCURRENCY}`, '-j', '2', '-T', `${seconds}`], url),
  );
}

/** Tables for a purchase from a listing as one interactive transaction: what such a program keeps, and no more. */
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
