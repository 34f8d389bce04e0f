import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { planRun } from '#features/auto-invest/server/index.ts';
import { newId } from '#kernel/ids.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { systemActor } from '#platform/server/security/caller.ts';
import { USERS } from './world.ts';

const INVESTORS = 1_000;
const CHOSEN = 50;
/** Number of the first investor; the other benchmark rows use lower ones. */
const FIRST = 2 * USERS;
const LONGEST_MS = 300_000;

/** Raises the yield of fifty properties above all others, so that settings can ask for these alone. */
export async function prepareAutoInvest({ db }: Platform): Promise<void> {
  await db.execute(sql`update properties set annual_yield = 20
    where id in (select id from properties where id > 2000 and id % 1000 = 7 order by id limit ${CHOSEN})`);
}

/** Turns Auto-Invest on for a thousand people for whom it has bought nothing yet, and off for everyone else. */
async function nextInvestors({ db }: Platform): Promise<void> {
  await db.execute(sql`update auto_invest_settings set enabled = false`);
  await db.execute(sql`
    insert into auto_invest_settings (user_id, enabled, paused, min_yield, property_types, max_per_property,
                                      monthly_limit, amount, reserve, updated_at)
    select 'bench-user-' || ${FIRST}::int + known + g, true, false, 20, '{}', 1000, 100000, 200, 500, now()
    from generate_series(1, ${INVESTORS}::int) g, (select count(*)::int as known from auto_invest_settings) k`);
}

/** Plans a run that the server executes, over what is on the market, for a thousand people. */
export async function startRun(platform: Platform): Promise<string> {
  await nextInvestors(platform);
  const system = { platform, caller: { actor: systemActor('bench') } };
  const { runId } = await planRun(system, { trigger: 'daily', slot: `bench:${newId()}` });
  if (runId === null) throw new Error('the run was not planned');
  return runId;
}

/** Waits until the server has bought everything that a run decided. @returns how many purchases it made */
export async function finished({ db }: Platform, runId: string): Promise<number> {
  const until = performance.now() + LONGEST_MS;
  while (performance.now() < until) {
    const [run] = await rows<{ isOver: boolean }>(
      db,
      sql`select finished_at is not null as "isOver" from auto_invest_runs where id = ${runId}::uuid`,
    );
    if (run?.isOver) return boughtBy(db, runId);
    await sleep(20);
  }
  throw new Error(`the run was not finished within ${LONGEST_MS / 1000} seconds`);
}

async function boughtBy(db: Platform['db'], runId: string): Promise<number> {
  const bought = await purchasesOf(db, runId);
  if (bought !== INVESTORS * CHOSEN) throw new Error(`the run has bought ${bought} times`);
  return bought;
}

/** How many purchases of a run are recorded. */
export async function purchasesOf(db: Platform['db'], runId: string): Promise<number> {
  const [found] = await rows<{ bought: number }>(
    db,
    sql`select count(*)::int as bought from auto_invest_decisions where run_id = ${runId}::uuid and outcome = 'bought'`,
  );
  return found?.bought ?? 0;
}

/** Plans and executes a run. @returns its purchases per second, the planning counted in */
export async function runRate(platform: Platform): Promise<number> {
  const began = performance.now();
  const bought = await finished(platform, await startRun(platform));
  return bought / ((performance.now() - began) / 1000);
}
