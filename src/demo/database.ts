import migrations from 'virtual:migrations';
import { PGlite } from '@electric-sql/pglite';
import { MemfsFrontendFS, type StorageBackend } from '@electric-sql/pglite/memfs-frontend';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/pglite';
import { pgliteOptions } from '#platform/server/adapters/database/pglite-options.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import { downloadAll, downloadEngine, type Engine } from './downloads.ts';
import { filesOfTar } from './file-tree.ts';
import type { Progress } from './messages.ts';
import { openStoredFiles, type StoredFiles } from './stored-files.ts';

export interface DemoDatabase {
  db: Database;
  /** Writes changes to the browser's storage. Until then closing the tab would lose them. */
  persist(): Promise<void>;
}

/** Shares of the start-up time at which steps are done. */
const ENGINE_STARTED_FRACTION = 0.25;
const FILES_READ_FRACTION = 0.4;

type OnProgress = (progress: Progress) => void;

/** An empty WebAssembly module instead of initdb: the demo never makes a new cluster. */
const noProgram = () => new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));

interface Opening {
  onProgress: OnProgress;
  /** The sample world could not be stored. */
  onNotStored: (error: unknown) => void;
}

/** Opens the database of this browser; the first time from the one of the build, which is stored meanwhile. */
export async function openDemoDatabase({ onProgress, onNotStored }: Opening): Promise<DemoDatabase> {
  const files = await openStoredFiles();
  const engine = await loadEngine(files, { onProgress, onNotStored });
  onProgress({ step: 'start', part: 0 });
  const client = await PGlite.create({
    fs: new MemfsFrontendFS(watched(files, (part) => onProgress({ step: 'start', part }))),
    ...pgliteOptions,
    pgliteWasmModule: engine.program,
    initdbWasmModule: noProgram(),
    fsBundle: engine.support,
  });
  const persist = client.syncToFs.bind(client);
  // PGlite would sync after each query, even a read, but not after a transaction. `persist` is called instead.
  client.syncToFs = async () => undefined;
  const db = drizzle({ client });
  await migrateOlder(db);
  onProgress({ step: 'start', part: 1 });
  return { db: db as unknown as Database, persist };
}

/** Wraps the storage to report progress: when its files are requested, and when they are read. */
function watched(files: StoredFiles, onPart: (part: number) => void): StorageBackend {
  return {
    ...files,
    async *load() {
      onPart(ENGINE_STARTED_FRACTION);
      yield* files.load();
      onPart(FILES_READ_FRACTION);
    },
  };
}

/** Migrates the database of an older build. */
async function migrateOlder(db: ReturnType<typeof drizzle>): Promise<void> {
  const [newest] = await rows<{ at: string }>(
    db,
    sql`select max(created_at)::text as at from drizzle.__drizzle_migrations`,
  );
  if (Number(newest?.at) >= Math.max(...migrations.map(({ folderMillis }) => folderMillis))) return;
  const { dialect, session } = db as unknown as {
    dialect: { migrate(all: typeof migrations, session: unknown, config: object): Promise<void> };
    session: unknown;
  };
  await dialect.migrate(migrations, session, {});
}

async function loadEngine(files: StoredFiles, { onProgress, onNotStored }: Opening): Promise<Engine> {
  const onArrived = (part: number) => onProgress({ step: 'download', part });
  if (await files.isLaidOut()) {
    files.readAhead();
    return downloadEngine(onArrived);
  }
  const { engine, world } = await downloadAll(onArrived);
  files.layOut(filesOfTar(world)).catch(onNotStored);
  return engine;
}
