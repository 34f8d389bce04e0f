import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterEach, beforeEach, expect } from 'vitest';
import { compose } from '#app/server/compose.ts';
import { MINUTE } from '#kernel/time.ts';
import type { OpenDatabase } from '#platform/server/adapters/database.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { killServers } from '../support/built-server.ts';
import { TEST_DATA_KEY } from '../support/platform.ts';
import { fastPasswords, testBank, testClock } from '../support/ports.ts';
import { type Request, type Scene, setScene, underLoad } from './load.ts';
import { type Effects, effectsIn, expectOneEffectEach, replayAll } from './one-effect.ts';
import { startServer } from './server-process.ts';

/** How many requests are acknowledged before something is killed. */
export const MIN_ACKNOWLEDGED_REQUESTS = 60;
const MAX_RESTART_MS = 3_000;

const env = {
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  SAMPLE_DATA: '0',
  RATE_LIMITS: 'off',
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

/** When all servers have ended: what they had claimed would be free within a minute, and is so at once here. */
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

/** A data folder of its own for each test, and no server left when it ends. */
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

/** Kills the server in the middle of its work, again and again over the same data. */
export async function killAndRestart(
  open: () => Promise<OpenDatabase>,
  settings: Record<string, string>,
  rounds: number,
): Promise<void> {
  const { scene, before } = await prepare(open);
  const all: Request[] = [];
  const readyAfter: number[] = [];
  let server = await startServer(settings);
  const undisturbed = [server.readyAfterMs];
  for (let round = 1; round <= rounds; round += 1) {
    const { kill9 } = server;
    const requests = await underLoad(server.url, scene, MIN_ACKNOWLEDGED_REQUESTS, kill9);
    server = await startServer(settings);
    readyAfter.push(server.readyAfterMs);
    await replayAll(server.url, requests);
    all.push(...requests);
  }
  await server.stop();
  server = await startServer(settings);
  undisturbed.push(server.readyAfterMs);
  await server.stop();
  const lost = all.filter(({ answer }) => !answer).length;
  console.info(
    `${all.length - lost} acknowledged, ${lost} cut, ready again after ${median(readyAfter)} ms, undisturbed ${undisturbed.join(' and ')}`,
  );
  await expectOneEffectAfterAll(open, all, before);
  // A machine that needs longer for any start, then or now, may need longer for this one.
  expect(median(readyAfter)).toBeLessThanOrEqual(Math.max(MAX_RESTART_MS, 2 * Math.max(...undisturbed)));
}
