import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from '@playwright/test';
import { type BuiltServer, startBuiltServer } from '../support/built-server.ts';
import { copySampleWorld } from '../support/sample-world.ts';
import { clockSettings, settingsAhead } from '../support/test-clock-settings.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

interface Parts {
  before: (server: BuiltServer) => Promise<void>;
  /** Days that pass while the server is stopped. */
  days: number;
  /** Operator's command meanwhile, as the arguments of `scripts/operators/run.mjs`. */
  operator?: string[];
  /** The server may still be at the jobs of those days. */
  after: (server: BuiltServer) => Promise<void>;
}

/** A server on a copy of the sample world that is stopped, and started again some days later. */
export async function daysLater({ before, days, operator, after }: Parts): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonhold-e2e-'));
  const settings = { DATA_DIR: path.join(folder, 'data'), SAMPLE_DATA: '1', RATE_LIMITS: 'off' };
  await copySampleWorld(settings.DATA_DIR);
  const first = await startBuiltServer(settings);
  await before(first);
  await first.stop();
  if (operator) run(['scripts/operators/run.mjs', ...operator], settings);
  const second = await startBuiltServer({ ...settings, ...settingsAhead(days * DAY_MS) });
  await after(second);
  await second.stop();
  await rm(folder, { recursive: true, force: true });
}

function run(args: string[], settings: Record<string, string>): void {
  const { PATH = '', HOME = '' } = process.env;
  const ended = spawnSync(process.execPath, args, {
    env: { PATH, HOME, ...clockSettings, NODE_ENV: 'test', ...settings },
    encoding: 'utf8',
  });
  expect(ended.stderr + ended.stdout, `what ${args.join(' ')} said`).not.toContain('Error');
  expect(ended.status).toBe(0);
}
