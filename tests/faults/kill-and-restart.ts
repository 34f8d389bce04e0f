import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect } from 'vitest';
import { compose } from '#app/server/compose.ts';
import { MINUTE } from '#kernel/time.ts';
import type { OpenDatabase } from '#platform/server/adapters/database/database.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { killServers } from '../support/built-server.ts';
import { TEST_DATA_KEY } from '../support/platform.ts';
import { fastPasswords, testBank, testClock } from '../support/ports.ts';
import { type Request, type Scene, setScene, underLoad } from './load.ts';
import { type Effects, effectsIn, expectOneEffectEach, replayAll } from './one-effect.ts';
import { startServer } from './server-process.ts';

/** Requests that are acknowledged before the kill, at least. */
export const MIN_ACKNOWLEDGED_REQUESTS = 60;
const MAX_RESTART_MS = 3_000;

const env = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SAMPLE_DATA: '0',
  RATE_LIMITS: 'off',
  VERIFY_HOURS: '0',
  DATA_KEYS: TEST_DATA_KEY,
};

/** Opens the database beside the server (or after it) as the product, two minutes later than now. */
export async function withDatabase<Value>(
  open: () => Promise<OpenDatabase>,
  work: (platform: Platform) => Promise<Value>,
): Promise<Value> {
  const database = await open();
  try {
    const clock = testClock(new Date(Date.now() + 2 * MINUTE));
    const replace = { payments: testBank(), passwords: fastPasswords() };
    return await work(compose({ config: parseConfig(env), database, clock, replace }));
  } finally {
    await database.close();
  }
}

interface Prepared {
  scene: Scene;
  before: Effects;
}

export const prepare = (open: () => Promise<OpenDatabase>): Promise<Prepared> =>
  withDatabase(open, async (platform) => ({
    scene: await setScene(platform),
    before: await effectsIn(platform),
  }));

/** To be called when all servers have ended. Releases their job claims, which would expire within a minute. */
export const expectOneEffectAfterAll = (
  open: () => Promise<OpenDatabase>,
  requests: readonly Request[],
  before: Effects,
): Promise<void> =>
  withDatabase(open, async (platform) => {
    await platform.db.execute(sql`update jobs set locked_until = null where status = 'waiting'`);
    await expectOneEffectEach(platform, requests, before);
  });

export const median = (numbers: readonly number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** Gives each test its own data folder, and kills its servers at the end. */
export function useTemporaryFolder(): () => string {
  let home: string;
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'commonhold-killed-'));
  });
  afterEach(async () => {
    await killServers();
    rmSync(home, { recursive: true, force: true });
  });
  return () => home;
}

/** Kills the server during its work and restarts it on the same data, `rounds` times. */
export async function killAndRestart(
  open: () => Promise<OpenDatabase>,
  settings: Record<string, string>,
  rounds: number,
): Promise<void> {
  const { scene, before } = await prepare(open);
  const all: Request[] = [];
  const restartMs: number[] = [];
  let server = await startServer(settings);
  const undisturbed = [server.readyAfterMs];
  for (let round = 1; round <= rounds; round += 1) {
    const { kill9 } = server;
    const requests = await underLoad(server.url, scene, MIN_ACKNOWLEDGED_REQUESTS, kill9);
    server = await startServer(settings);
    restartMs.push(server.readyAfterMs);
    await replayAll(server.url, requests);
    all.push(...requests);
  }
  await server.stop();
  server = await startServer(settings);
  undisturbed.push(server.readyAfterMs);
  await server.stop();
  const lost = all.filter(({ answer }) => !answer).length;
  console.info(
    `${all.length - lost} acknowledged, ${lost} cut, ready again after ${median(restartMs)} ms, undisturbed ${undisturbed.join(' and ')}`,
  );
  await expectOneEffectAfterAll(open, all, before);
  // A machine that is slow at undisturbed starts may be slow at these.
  expect(median(restartMs)).toBeLessThanOrEqual(Math.max(MAX_RESTART_MS, 2 * Math.max(...undisturbed)));
}
