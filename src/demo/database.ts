import worldAddress from 'virtual:demo-world';
import migrations from 'virtual:migrations';
import { PGlite } from '@electric-sql/pglite';
import { drizzle } from 'drizzle-orm/pglite';
import { extensions } from '#platform/server/adapters/pglite-extensions.ts';
import type { Database } from '#platform/server/db.ts';
import { DATABASE, STORED_AS } from './storage-names.ts';

export interface DemoDatabase {
  db: Database;
  /** Writes what has changed to the browser's storage; until then a closed tab would take it away. */
  keep(): Promise<void>;
}

/** Opens the database of this browser; the first time it is laid out from the one of the build. */
export async function openDemoDatabase(): Promise<DemoDatabase> {
  const laidOut = await isLaidOut();
  const client = await PGlite.create({
    dataDir: `idb://${DATABASE}`,
    extensions,
    ...(!laidOut && { loadDataDir: await world() }),
  });
  const keep = client.syncToFs.bind(client);
  // By itself it would write after each query, reads too, but not after a transaction: it is told when instead.
  client.syncToFs = async () => undefined;
  const db = drizzle({ client });
  const { dialect, session } = db as unknown as {
    dialect: { migrate(all: typeof migrations, session: unknown, config: object): Promise<void> };
    session: unknown;
  };
  await dialect.migrate(migrations, session, {});
  await keep();
  return { db: db as unknown as Database, keep };
}

async function world(): Promise<Blob> {
  const answer = await fetch(worldAddress);
  if (!answer.ok) throw new Error(`The demo's data cannot be had: ${answer.status}`);
  return answer.blob();
}

const FILES = 'FILE_DATA';

/** Whether files were ever kept: a tab may have been closed before the first were. */
async function isLaidOut(): Promise<boolean> {
  const known = await indexedDB.databases();
  if (!known.some(({ name }) => name === STORED_AS)) return false;
  const store = await answerOf(indexedDB.open(STORED_AS));
  try {
    if (!store.objectStoreNames.contains(FILES)) return false;
    return (await answerOf(store.transaction(FILES).objectStore(FILES).count())) > 0;
  } finally {
    store.close();
  }
}

function answerOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
