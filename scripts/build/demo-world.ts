import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { composeForSampleWorld } from '#app/server/compose.ts';
import { storedFiles } from '#db/schema/files.ts';
import { personKeys } from '#db/schema/kyc.ts';
import { keyOf } from '#features/files/server/index.ts';
import { ensureLibrary } from '#features/learn/server/index.ts';
import { demoPeople } from '#kernel/demo.ts';
import { embedded } from '#platform/server/adapters/database/database.ts';
import { dropTemplates, smallClusterOptions } from '#platform/server/adapters/database/pglite-options.ts';
import { parseConfig } from '#platform/server/runtime/config.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { personKeyFile } from '#platform/server/security/person-keys.ts';
import { firstPageOf } from '../../src/demo/first-page.ts';
import { recordsOf } from '../../src/demo/records.ts';
import { demoTimeline } from '../../src/demo/timeline.ts';
import { buildSampleWorld } from '../../src/sample-world/index.ts';

/** A small log. The browser stores each save as a whole or not at all, so no page of it can be torn. */
const SMALL_LOG = ['max_wal_size=4MB', 'wal_recycle=off', 'full_page_writes=off'];

/** The files of its people by their keys, in base64, with the keys that seal what their identity checks say. */
async function filesOf({ db, files }: Platform): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const stored = await db.select().from(storedFiles).orderBy(storedFiles.id);
  const sealing = await db.select().from(personKeys).orderBy(personKeys.keyId);
  for (const key of [...stored.map(keyOf), ...sealing.map(({ keyId }) => personKeyFile(keyId))]) {
    const bytes = await files.get(key);
    if (bytes) found[key] = Buffer.from(bytes).toString('base64');
  }
  return found;
}

/** Plays the demo's world on a new database, and leaves its data folder, its records and its uploaded files in a folder. */
async function makeDemoWorld(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const client = await PGlite.create({
    ...smallClusterOptions,
    postgresqlconf: [...smallClusterOptions.postgresqlconf, ...SMALL_LOG],
  });
  const database = await embedded(client);
  const config = parseConfig({ LOG_LEVEL: 'warn', DATA_DIR: folder, RATE_LIMITS: 'off', SAMPLE_DATA: '0' });
  const now = new Date();
  const play = { steps: demoTimeline(now), people: demoPeople };
  const platform = composeForSampleWorld({ config, database, clock: { now: () => now } });
  await buildSampleWorld(
    (clock) => composeForSampleWorld({ config, database, clock }),
    () => undefined,
    now,
    play,
  );
  await ensureLibrary(platform);
  const records = await recordsOf(platform);
  const firstPage = await firstPageOf(platform);
  await client.exec('vacuum analyze');
  await dropTemplates(client);
  const dump = await client.dumpDataDir('none');
  writeFileSync(path.join(folder, 'world.tar'), new Uint8Array(await dump.arrayBuffer()));
  writeFileSync(path.join(folder, 'records.json'), JSON.stringify(records));
  writeFileSync(path.join(folder, 'first-page.json'), JSON.stringify(firstPage));
  writeFileSync(path.join(folder, 'uploads.json'), JSON.stringify(await filesOf(platform)));
  await client.close();
}

await makeDemoWorld(path.resolve(process.argv[2] ?? '.cache/demo-world'));
process.exit(0);
