import { type SQL, sql } from 'drizzle-orm';
import { sealAll } from '#platform/server/audit/audit-chain.ts';
import { AUDIT_QUEUE } from '#platform/server/commands/records.ts';
import { insertQueued } from '#platform/server/database/columns.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';

/** Number of users; all of them hold shares of the property that distributes. */
export const HOLDER_COUNT = 100_000;
/** Number of the first users, who buy in the other rows. */
export const USERS = 10_000;
export const PROPERTIES = 100_000;
export const SPREAD_PROPERTY_COUNT = 1_000;
export const HOLDINGS = 50;

/** Number of the very first users, whose portfolios have fifty holdings each and are read; they buy nothing else. */
export const READER_COUNT = 16;

export const userId = (number: number) => `bench-user-${number}`;

/** Number of people after the first users who own the properties. */
export const OWNERS = 100;

/** Owner of a property: never a buyer, since owners cannot invest in their own open offerings. */
export const ownerOf = (property: number) => userId(USERS + 1 + (property % OWNERS));

/** Calls commands as this person; an admin has just signed in. */
export const as = (platform: Platform, id: string, role: 'user' | 'admin' = 'user') => ({
  platform,
  caller: {
    actor: {
      kind: 'user',
      userId: id,
      role,
      scope: 'write',
      sessionId: null,
      ...(role === 'admin' && { authenticatedAt: platform.clock.now() }),
    } as const,
  },
});

/** Size of a world. */
export interface BenchWorldSize {
  holders: number;
  properties: number;
  /** Number of holders who own no property; the ${OWNERS} users after them own the properties. */
  users: number;
}

export const fullSize: BenchWorldSize = { holders: HOLDER_COUNT, properties: PROPERTIES, users: USERS };

/** Moments have milliseconds in the product, and so in the cursors of its lists. */
export const NOW = sql.raw("date_trunc('milliseconds', now())");

const worldStatements = ({ holders, properties, users }: BenchWorldSize) => [
  sql`insert into users (id, email, first_name, last_name, password_hash, created_at, updated_at)
      select 'bench-user-' || g, 'bench-' || g || '@commonhold.test', 'Bench', 'User ' || g, 'none', ${NOW}, ${NOW}
      from generate_series(1, ${sql.raw(String(holders))}) g`,
  sql`insert into properties (owner_id, name, description, location, street_address, zip_code, property_type, price_per_share, total_shares,
                              annual_yield, valuation, status, approved_at, created_at, updated_at)
      select 'bench-user-' || ${sql.raw(String(users + 1))} + g % ${sql.raw(String(OWNERS))}, 'Property ' || g, 'A property of the benchmark.',
             'City ' || g % 200 || ', ' || (array['FL', 'TX', 'OR', 'CA'])[1 + g % 4],
             g * 13 % 9973 || ' ' || (array['Maple', 'Ocean', 'Highland', 'Canyon', 'Wharf'])[1 + g % 5] || ' '
               || (array['Street', 'Avenue', 'Lane'])[1 + g / 7 % 3], lpad((g * 7 % 99991)::text, 5, '0'), (array['residential', 'commercial', 'industrial'])[1 + g % 3],
             50 + g % 100, 10000000, (g * 7919 % 1500) / 100.0, (50 + g % 100) * 10000000::numeric,
             'approved', ${NOW} - g * interval '1 minute', ${NOW}, ${NOW}
      from generate_series(1, ${sql.raw(String(properties))}) g`,
  sql`insert into search_words (form, word)
      select distinct left(word, prefix_length) || substr(word, prefix_length + 2), word
      from (select distinct unnest(string_to_array(search_text, ' ')) as word from properties) as words,
        generate_series(0, length(word)) as prefix_length
      where word ~ '^[[:alpha:]]{4,}$'`,
  sql`insert into offerings (property_id, minimum_shares, funding_days, deadline, status, released, released_fees)
      select id, 1, 365, ${NOW} + interval '365 days', 'open', 0, 0 from properties`,
  sql`insert into valuations (id, property_id, effective_on, amount, debt, basis, is_offering, filed_by, filed_at)
      select gen_random_uuid(), id, to_char(approved_at at time zone 'UTC', 'YYYY-MM-DD'), valuation, 0, 'purchase', true,
             owner_id, approved_at
      from properties`,
  sql`insert into valuation_decisions (valuation_id, decision, before, after, decided_by, decided_at)
      select v.id, 'approved', p.price_per_share, p.price_per_share, 'bench-user-1', v.filed_at
      from valuations v join properties p on p.id = v.property_id`,
  sql`insert into bank_transfers (id, user_id, direction, amount, status, reference, requested_operation_id,
                                  settled_operation_id, created_at, settled_at)
      select operation, id, 'deposit', 1000000000, 'completed', 'bench-' || id, gen_random_uuid(), operation, ${NOW},
             ${NOW}
      from (select id, gen_random_uuid() as operation from users) people`,
  sql`insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
      select id, 'deposit', 'bank:settlement', 'user:' || user_id || ':cash', 'USD', amount * 100, settled_at
      from bank_transfers`,
  sql`insert into ledger_transfers (operation_id, code, debit_account, credit_account, asset, amount, at)
      select gen_random_uuid(), 'shares_issued', 'property:' || id || ':issued', 'property:' || id || ':available',
             'SHARE:' || id, total_shares, ${NOW}
      from properties`,
  sql`insert into ledger_accounts (id, kind, user_id, balance)
      select 'user:' || id || ':cash', 'user_cash', id, 100000000000 from users`,
  sql`insert into ledger_accounts (id, kind, property_id, balance)
      select 'property:' || id || ':available', 'property_available', id, total_shares from properties`,
];

/** Runs this without the trigram indexes of a table, which cost far more row by row than built once at the end. */
export async function withoutSearchIndexes(
  { db }: Platform,
  table: string,
  run: () => Promise<void>,
): Promise<void> {
  const indexes = await rows<{ name: string; definition: string }>(
    db,
    sql`select quote_ident(indexname) as name, indexdef as definition from pg_indexes
        where schemaname = 'public' and tablename = ${table} and indexdef like '% USING gin %'`,
  );
  for (const { name } of indexes) await db.execute(sql.raw(`drop index ${name}`));
  await run();
  for (const { definition } of indexes) await db.execute(sql.raw(definition));
}

/** Audit rows that are written and sealed at once: the sealer reads all that wait. */
const CHUNK = 5_000;

/**
 * Writes an audit row for each operation of a table, and seals it.
 * @param source a table of (n, operation_id, at, subject), `n` from 1 on without gaps
 */
export async function auditAll({ db }: Platform, source: SQL): Promise<void> {
  for (let first = 1, written = CHUNK; written === CHUNK; first += CHUNK) {
    const insert = sql`insert into audit_log (operation_id, at, action, actor_kind, actor_id, subject, details)
      select operation_id, at, 'bench.seed', 'system', 'system:bench', subject, '{}' from ${source} s
      where n between ${sql.raw(String(first))} and ${sql.raw(String(first + CHUNK - 1))} order by n`;
    const inserted = await rows(db, sql`${insertQueued(insert, AUDIT_QUEUE)} returning 1 as one`);
    written = inserted.length;
    await sealAll(db);
  }
}

/** Fills an empty database with users and approved properties whose books balance and are sealed. */
export async function seedBenchWorld(platform: Platform, size = fullSize): Promise<void> {
  await withoutSearchIndexes(platform, 'properties', async () => {
    for (const statement of worldStatements(size)) await platform.db.execute(statement);
  });
  await auditAll(
    platform,
    sql`(select id as n, operation_id, at, case code when 'deposit' then 'transfer:' || operation_id else credit_account end
           as subject from ledger_transfers)`,
  );
  await platform.db.execute(sql`vacuum analyze`);
}
