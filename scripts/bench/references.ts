import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import postgres from 'postgres';
import { findPostgresBinaries } from '../../tests/support/postgres-server.ts';

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

/** A ledger transfer as one SQL function call, both balance rows locked in order, all on one pair of accounts. */
export async function prepareSingleTransfers(url: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  await sql.unsafe(`
    create table reference_accounts (id int primary key, balance bigint not null, version bigint not null);
    create table reference_transfers (
      id bigint primary key generated always as identity, debit int not null, credit int not null,
      amount bigint not null, debit_balance bigint not null, credit_balance bigint not null,
      at timestamptz not null default now());
    insert into reference_accounts values (1, 1000000000000, 0), (2, 0, 0);
    create function reference_transfer(from_id int, to_id int, moved bigint) returns bigint language plpgsql as $$
      declare left_balance bigint; right_balance bigint; transfer_id bigint;
      begin
        perform 1 from reference_accounts where id in (from_id, to_id) order by id for update;
        update reference_accounts set balance = balance - moved, version = version + 1
          where id = from_id and balance >= moved returning balance into left_balance;
        if not found then raise exception 'insufficient balance'; end if;
        update reference_accounts set balance = balance + moved, version = version + 1
          where id = to_id returning balance into right_balance;
        insert into reference_transfers (debit, credit, amount, debit_balance, credit_balance)
          values (from_id, to_id, moved, left_balance, right_balance) returning id into transfer_id;
        return transfer_id;
      end $$;`);
  await sql.end();
}

export async function singleTransfers(url: string, seconds: number): Promise<Reference> {
  const script = join(tmpdir(), `commonhold-reference-${process.pid}.sql`);
  await writeFile(script, 'select reference_transfer(1, 2, 1);\n');
  return readReference(
    await pgbench(['-n', '-f', script, '-c', `${CONCURRENCY}`, '-j', '2', '-T', `${seconds}`], url),
  );
}
