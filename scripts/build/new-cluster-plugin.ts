import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import type { Plugin } from 'vite';

const root = path.resolve(import.meta.dirname, '../..');
/** To be raised when the cluster is made in another way. */
const CLUSTER_FORMAT_VERSION = 2;
const migrationsFolder = path.join(root, 'db/migrations');

/** Adds a migrated cluster of the embedded database to the build: a first start copies it in a tenth of the time. */
export function newCluster(): Plugin {
  let packing: Promise<Uint8Array>;
  return {
    name: 'new-cluster',
    apply: 'build',
    buildStart() {
      packing = packedCluster();
      // Its error is that of the bundle; if the build fails before, nobody waits for it.
      packing.catch(() => undefined);
    },
    async generateBundle() {
      this.emitFile({ type: 'asset', fileName: 'new-cluster.tgz', source: await packing });
    },
  };
}

/** Made once for each version of the database and state of the migrations, as it takes several seconds. */
async function packedCluster(): Promise<Uint8Array> {
  const manifest = path.join(root, 'node_modules/@electric-sql/pglite/package.json');
  const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
  const state = createHash('sha256').update(`${CLUSTER_FORMAT_VERSION} ${version}`);
  for (const { hash } of readMigrationFiles({ migrationsFolder })) state.update(hash);
  const cachePath = path.join(root, '.cache', `new-cluster-${state.digest('hex').slice(0, 16)}.tgz`);
  if (existsSync(cachePath)) return readFileSync(cachePath);
  const [{ PGlite }, { dropTemplates, smallClusterOptions }, { drizzle }, { migrate }] = await Promise.all([
    import('@electric-sql/pglite'),
    import('../../src/platform/server/adapters/database/pglite-options.ts'),
    import('drizzle-orm/pglite'),
    import('drizzle-orm/pglite/migrator'),
  ]);
  const client = await PGlite.create(smallClusterOptions);
  await migrate(drizzle({ client }), { migrationsFolder });
  await dropTemplates(client);
  const dump = await client.dumpDataDir('gzip');
  await client.close();
  const packed = new Uint8Array(await dump.arrayBuffer());
  mkdirSync(path.dirname(cachePath), { recursive: true });
  const draft = `${cachePath}.${process.pid}`;
  writeFileSync(draft, packed);
  renameSync(draft, cachePath);
  return packed;
}
