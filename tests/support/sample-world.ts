import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildAll, isBuilt } from '../../scripts/development/bootstrap.mjs';
import { startBuiltServer } from './built-server.ts';

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
  // Built first: a new database starts from the migrated cluster of the build, which must not be an older one.
  if (!isBuilt()) await buildAll();
  // Imported here, because only the process that builds the world needs the server's code.
  const { leaveUnfinished } = await import('./unfinished-sample-world.ts');
  await leaveUnfinished(draft);
  // The strictest setting: its people pass the identity check before they buy.
  const env = { DATA_DIR: draft, SAMPLE_DATA: '1', KYC_REQUIRED_TO_INVEST: '1' };
  const server = await startBuiltServer(env);
  await server.stop();
  try {
    await rename(draft, finished);
  } catch (error) {
    // Another worker was first.
    if (!existsSync(finished)) throw error;
    await rm(draft, { recursive: true, force: true });
  }
  return finished;
}
