import type { Files } from '#platform/server/ports/files.ts';
import { fromBase64 } from './base64.ts';
import { downloadUploads } from './downloads.ts';
import { ended, resultOf } from './indexed-db.ts';
import { UPLOADS_STORED_AS } from './storage-name.ts';

const CONTENT = 'content';

/** Uploaded files in a database of this browser, which they never leave, and those of the sample world. */
export function uploadedFiles(): Files {
  let opened: Promise<IDBDatabase> | null = null;
  let sampleFiles: ReturnType<typeof downloadUploads> | null = null;

  function database(): Promise<IDBDatabase> {
    opened ??= open();
    return opened;
  }

  async function write(change: (content: IDBObjectStore) => void): Promise<void> {
    const transaction = (await database()).transaction(CONTENT, 'readwrite');
    change(transaction.objectStore(CONTENT));
    await ended(transaction);
  }

  return {
    put: (key, bytes) => write((content) => content.put(bytes, key)),
    async get(key) {
      const content = (await database()).transaction(CONTENT).objectStore(CONTENT);
      const own = await resultOf<Uint8Array | undefined>(content.get(key));
      if (own) return own;
      sampleFiles ??= downloadUploads();
      const sample = (await sampleFiles)[key];
      return sample === undefined ? null : fromBase64(sample);
    },
    remove: (key) => write((content) => content.delete(key)),
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
