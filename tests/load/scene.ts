import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { newId } from '#kernel/ids.ts';
import { AUDIT_QUEUE } from '#platform/server/commands/records.ts';
import { insertQueued } from '#platform/server/database/columns.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { startServer } from '../faults/server-process.ts';
import { anAdmin, anApprovedProperty, aUser, type Person } from '../support/actors.ts';
import { type BuiltServer, killServers } from '../support/built-server.ts';
import { eventually } from '../support/eventually.ts';
import { type PostgresPlatform, postgresPlatform } from '../support/platform.ts';

/** Someone who reaches the servers as a browser does, or as a script does. */
export interface Buyer {
  id: string;
  cookie: string;
  token: string;
}

/** Two server processes on one Postgres; `product` looks at the same database from this process. */
export interface Scene {
  product: PostgresPlatform;
  admin: Person;
  owner: Person;
  servers: BuiltServer[];
  /** Ends both servers, one of them as a crash does, and starts them again. */
  restart(): Promise<void>;
  /** Waits until the servers have settled every transfer. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export async function startScene(): Promise<Scene> {
  const product = await postgresPlatform({ pool: 4 });
  const home = mkdtempSync(join(tmpdir(), 'commonhold-load-'));
  // Long waits, so that a slow machine is not taken for a refusal; how waits end is a matter of the fault suites.
  const settings = { DATABASE_URL: product.url, DATA_DIR: home, DATABASE_TIMEOUT_MS: '120000' };
  const start = () => startServer(settings);
  const scene: Scene = {
    product,
    admin: await anAdmin(product.platform),
    owner: await aUser(product.platform),
    servers: [await start(), await start()],
    async restart() {
      const [first, second] = scene.servers;
      await Promise.all([first?.stop(), second?.kill9()]);
      scene.servers = await Promise.all([start(), start()]);
    },
    async settled() {
      await eventually(
        async () => {
          const [found] = await rows<{ open: number }>(
            product.platform.db,
            sql`select count(*)::int as open from bank_transfers where status = 'pending'`,
          );
          return found?.open === 0;
        },
        { withinMs: 60_000, what: 'every transfer is settled' },
      );
    },
    async close() {
      await killServers();
      await product.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
  return scene;
}

export function offer({ product, admin, owner }: Scene, shares: number, price = 100) {
  return anApprovedProperty(product.platform, { shares, price, admin, owner });
}

/** A number of people with money, set-based: each with an account, a settled deposit, a session and a token. */
export async function buyersIn({ product }: Scene, many: number, cents: number): Promise<Buyer[]> {
  const people = Array.from({ length: many }, () => ({
    id: newId(),
    cookie: newId(),
    token: `chp_${newId()}`,
    operation: newId(),
    transfer: newId(),
    cents,
  }));
  await product.platform.db.transaction(async (tx) => {
    await tx.execute(sql`create temp table new_people (
      id text, cookie text, token text, operation uuid, transfer uuid, cents bigint) on commit drop`);
    await tx.execute(sql`insert into new_people
      select * from json_populate_recordset(null::new_people, ${JSON.stringify(people)}::text::json)`);
    for (const statement of ofNewPeople) await tx.execute(statement);
  });
  return people.map(({ id, cookie, token }) => ({ id, cookie: `commonhold=${cookie}`, token }));
}

const ofNewPeople = [
  sql`insert into users (id, email, first_name, last_name, email_confirmed_at, created_at, updated_at)
      select id, id || '@example.test', 'Ada', 'Quill', now(), now(), now() from new_people`,
  sql`insert into sessions (sid, sess, expire, user_id)
      select encode(sha256(cookie::bytea), 'hex'),
             jsonb_build_object('createdAt', now(), 'lastSeenAt', now(), 'authenticatedAt', now(), 'device', 'test'),
             now() + interval '1 day', id
      from new_people`,
  sql`insert into access_tokens (id, user_id, name, scope, prefix, secret_hash, created_at)
      select id, id, 'test', 'write', left(token, 10), encode(sha256(token::bytea), 'hex'), now() from new_people`,
  sql`insert into bank_transfers (id, user_id, direction, amount, status, requested_operation_id, settled_operation_id,
                                  created_at, settled_at)
      select transfer, id, 'deposit', cents / 100.0, 'completed', gen_random_uuid(), operation, now(), now()
      from new_people`,
  sql`insert into ledger_accounts (id, kind, user_id, balance)
      select 'user:' || id || ':cash', 'user_cash', id, cents from new_people`,
  sql`insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
      select operation, 'deposit', 'bank:settlement', 'user:' || id || ':cash', 'USD', cents, now() from new_people`,
  insertQueued(
    sql`insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
        select operation, now(), 'test.arrives', 'system', 'system:test', 'transfer:' || transfer, '{}' from new_people`,
    AUDIT_QUEUE,
  ),
];

/** Number of rows of a table. */
export async function countOf(db: Queryable, table: 'investments' | 'bank_transfers' | 'properties') {
  const [found] = await rows<{ many: number }>(
    db,
    sql`select count(*)::int as many from ${sql.identifier(table)}`,
  );
  return found?.many ?? 0;
}
