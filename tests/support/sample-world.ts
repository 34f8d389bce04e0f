import { existsSync, rmSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rename } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import { compose } from '#app/server/compose.ts';
import { openEmbedded } from '#platform/server/adapters/database.ts';
import { parseConfig } from '#platform/server/config.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { build } from '../../scripts/bootstrap.mjs';
import { aUser, systemOf } from './actors.ts';
import { startBuiltServer } from './built-server.ts';
import { fastPasswords } from './ports.ts';

/** Had an account when the process that built the sample world at first ended, unfinished. */
export const LEFTOVER_EMAIL = 'leftover@example.test';

let template: Promise<string> | undefined;

/**
 * A data folder with the finished sample world, to be copied and never opened. It is built once: where
 * SAMPLE_WORLD_TEMPLATE says, for all suites of a run, else for this process alone.
 */
export function sampleWorldTemplate(): Promise<string> {
  template ??= provide();
  return template;
}

/** A copy of the sample world's data folder. */
export async function copySampleWorld(dataDir: string): Promise<void> {
  // A lock is its process's own, and a socket cannot be copied.
  const filter = (source: string) => !source.includes('database.lock');
  await cp(await sampleWorldTemplate(), dataDir, { recursive: true, filter });
}

async function provide(): Promise<string> {
  const shared = process.env.SAMPLE_WORLD_TEMPLATE;
  if (shared && existsSync(shared)) return shared;
  const folder = shared ? path.dirname(shared) : await mkdtemp(path.join(tmpdir(), 'commonhold-sample-'));
  if (!shared) process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const finished = shared ?? path.join(folder, 'data');
  const draft = await mkdtemp(path.join(folder, 'draft-'));
  await leaveUnfinished(draft);
  await build();
  const server = await startBuiltServer({ DATA_DIR: draft, SAMPLE_DATA: '1' });
  await server.stop();
  await rename(draft, finished);
  return finished;
}

/** Marks a build that its process did not finish. */
const beginning = defineCommand({
  name: 'sample.start',
  input: z.strictObject({}),
  access: 'system',
  run: async () => ({}),
  audit: () => ({ subject: 'sample world' }),
});

/** The world is built over what such a build has left, so that a ready one shows that nothing of it stays. */
async function leaveUnfinished(dataDir: string): Promise<void> {
  await mkdir(dataDir, { recursive: true });
  const config = parseConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir });
  const database = await openEmbedded(dataDir);
  const platform = compose({ config, database, replace: { passwords: fastPasswords() } });
  await aUser(platform, { email: LEFTOVER_EMAIL });
  await beginning(systemOf(platform), {});
  await platform.jobs.stop();
  await database.close();
}
