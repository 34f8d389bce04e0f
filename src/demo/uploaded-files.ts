import type { Files } from '#platform/server/ports/files.ts';
import { fromBase64 } from './base64.ts';
import { downloadUploads } from './downloads.ts';
import { UPLOADS_STORED_AS } from './storage-name.ts';

const CONTENT = 'content';

/** Uploaded files in a database of this browser, which they never leave, and those of the sample world. */
export function uploadedFiles(): Files {
  let opened: Promise<IDBDatabase> | null = null;
  let sampleFiles: ReturnType<typeof downloadUploads> | null = null;

  async function within<Result>(
    mode: IDBTransactionMode,
    use: (store: IDBObjectStore) => IDBRequest<Result>,
  ): Promise<Result> {
    opened ??= open();
    return resultOf(use((await opened).transaction(CONTENT, mode).objectStore(CONTENT)));
  }

  return {
    async put(key, bytes) {
      await within('readwrite', (store) => store.put(bytes, key));
    },
    async get(key) {
      const own = await within<Uint8Array | undefined>('readonly', (store) => store.get(key));
      if (own) return own;
      sampleFiles ??= downloadUploads();
      const content = (await sampleFiles)[key];
      return content === undefined ? null : fromBase64(content);
    },
    async remove(key) {
      await within('readwrite', (store) => store.delete(key));
    },
  };
}

async function open(): Promise<IDBDatabase> {
  const opening = indexedDB.open(UPLOADS_STORED_AS, 1);
  opening.onupgradeneeded = () => opening.result.createObjectStore(CONTENT);
  const database = await resultOf(opening);
  // Otherwise leaving the demo in another tab would wait for this one.
  database.onversionchange = () => database.close();
  return database;
}

function resultOf<Result>(request: IDBRequest<Result>): Promise<Result> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
