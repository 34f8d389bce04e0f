import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const root = path.dirname(import.meta.dirname);

/** Adds an empty cluster of the embedded database to the build: a first start copies it in a fifth of initdb's time. */
export const newCluster = (): Plugin => ({
  name: 'new-cluster',
  apply: 'build',
  async generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'new-cluster.tgz', source: await packedCluster() });
  },
});

/** Made once for each version of the database, as it takes several seconds. */
async function packedCluster(): Promise<Uint8Array> {
  const manifest = path.join(root, 'node_modules/@electric-sql/pglite/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const kept = path.join(root, '.cache', `new-cluster-${version}.tgz`);
  if (existsSync(kept)) return readFileSync(kept);
  const { PGlite } = await import('@electric-sql/pglite');
  const client = await PGlite.create();
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  const packed = new Uint8Array(await dump.arrayBuffer());
  mkdirSync(path.dirname(kept), { recursive: true });
  const draft = `${kept}.${process.pid}`;
  writeFileSync(draft, packed);
  renameSync(draft, kept);
  return packed;
}
