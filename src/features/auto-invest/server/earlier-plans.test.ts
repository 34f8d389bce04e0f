import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { embedded } from '#platform/server/adapters/database/database.ts';
import { rows } from '#platform/server/database/db.ts';
import { databaseAt } from '#tests/support/migrations.ts';

/** One run of a monthly plan for each person, on a day of March, and their plan's day. The last run was daily. */
const EARLIER_RUNS = `
  create temp table cases (who text, plan_day int, ran_at timestamptz, trigger text);
  insert into cases values
    ('on its day', 2, '2026-03-02T09:00Z', 'recurring'), ('late in its month', 2, '2026-03-20T09:00Z', 'recurring'),
    ('for the month before', 28, '2026-03-07T09:00Z', 'recurring'), ('plan ended since', null, '2026-03-05T09:00Z', 'recurring'),
    ('no plan', 28, '2026-03-02T09:00Z', 'daily');
  insert into users (id, email, first_name, last_name, created_at, updated_at)
    select who, md5(who) || '@x.test', 'Ada', 'Quill', now(), now() from cases;
  insert into auto_invest_settings (user_id, enabled, paused, min_yield, property_types, max_per_property, monthly_limit,
                                    amount, reserve, recurring_amount, recurring_day, updated_at)
    select who, true, false, 6, '{}', 1000, 2000, 500, 0, case when plan_day is not null then 100 end, plan_day, now()
    from cases;
  insert into auto_invest_runs (id, trigger, slot, started_at, execute_at)
    select md5(who)::uuid, trigger, who, ran_at, ran_at from cases;
  insert into auto_invest_decisions (id, run_id, user_id, property_id, property_name, annual_yield, price_per_share,
                                     outcome, reason, wanted_shares, allocated_shares, decided_at)
    select md5(who)::uuid, md5(who)::uuid, who, 1, 'Elm Court', 7, 100, 'declined', 'All of its shares are sold.', 0, 0, ran_at
    from cases`;

test('runs of monthly plans from before their month was stored get it from their day', async () => {
  const client = await databaseAt('0044_texts-about-documents-of-others');
  await client.exec(EARLIER_RUNS);
  const { db, close } = await embedded(client);
  const found = await rows<{ who: string; month: string | null }>(
    db,
    sql`select user_id as who, plan_month as month from auto_invest_decisions`,
  );
  expect(Object.fromEntries(found.map(({ who, month }) => [who, month]))).toEqual({
    'on its day': '2026-03',
    'late in its month': '2026-03',
    'for the month before': '2026-02',
    'plan ended since': '2026-03',
    'no plan': null,
  });
  await close();
});
