import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startBuiltServer } from '../support/built-server.ts';

/** Builds the sample world once; each worker's server starts from a copy of it. */
export default async function globalSetup() {
  const folder = await mkdtemp(path.join(tmpdir(), 'commonhold-e2e-'));
  const template = path.join(folder, 'data');
  const server = await startBuiltServer({ DATA_DIR: template, SAMPLE_DATA: '1' });
  await server.stop();
  process.env.E2E_TEMPLATE = template;
  return () => rm(folder, { recursive: true, force: true });
}
