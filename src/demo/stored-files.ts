import type { ChangeSet, StorageBackend, StorageEntry } from '@electric-sql/pglite/memfs-frontend';
import { applyChanges, changedBytesOf, type FileTree } from './file-tree.ts';
import { ended, resultOf } from './indexed-db.ts';
import { STORED_AS } from './storage-name.ts';

const BASE = 'base';
const CHANGES = 'changes';
const MEGABYTE_BYTES = 1024 * 1024;
/** Replaying more than this at an opening takes longer than reading one merged base. */
const MAX_REPLAYED_BYTES = 4 * MEGABYTE_BYTES;
/** Merged while the demo runs, so that a long session does not fill the browser's storage. */
const MAX_CHANGE_BYTES = 32 * MEGABYTE_BYTES;

/** The files at some save; each later save is one record of changes, stored as a whole or not at all. */
interface Base {
  files: FileTree;
}

export interface StoredFiles extends StorageBackend {
  /** Whether a complete base was ever stored: a tab may be closed before. */
  isLaidOut(): Promise<boolean>;
  /** Stores the first base. The database can be opened from it immediately; its saves wait until it is stored. */
  layOut(files: FileTree): Promise<void>;
  /** Begins to read the files, so that they are there when the database asks for them. */
  readAhead(): void;
}

export async function openStoredFiles(): Promise<StoredFiles> {
  const opening = indexedDB.open(STORED_AS, 1);
  opening.onupgradeneeded = () => {
    opening.result.createObjectStore(BASE);
    opening.result.createObjectStore(CHANGES, { autoIncrement: true });
  };
  const database = await resultOf(opening);
  // Otherwise leaving the demo in another tab would wait for this one.
  database.onversionchange = () => database.close();
  let changedBytes = 0;
  let reading: Promise<FileTree> | null = null;
  let laidOut: Promise<void> = Promise.resolve();

  async function replaceBase(files: FileTree): Promise<void> {
    const transaction = database.transaction([BASE, CHANGES], 'readwrite');
    const stored: Base = { files };
    transaction.objectStore(BASE).put(stored, BASE);
    transaction.objectStore(CHANGES).clear();
    await ended(transaction);
    changedBytes = 0;
  }

  async function readFiles(): Promise<FileTree> {
    const transaction = database.transaction([BASE, CHANGES]);
    const base = resultOf<Base | undefined>(transaction.objectStore(BASE).get(BASE));
    const changes = resultOf<ChangeSet[]>(transaction.objectStore(CHANGES).getAll());
    const files: FileTree = (await base)?.files ?? new Map();
    changedBytes = 0;
    for (const change of await changes) {
      applyChanges(files, change);
      changedBytes += changedBytesOf(change);
    }
    return files;
  }

  return {
    init: async () => undefined,
    isLaidOut: async () => (await resultOf(database.transaction(BASE).objectStore(BASE).count())) > 0,
    layOut(files) {
      reading = Promise.resolve(files);
      // The browser has copied the files when this returns, before the database changes them.
      laidOut = replaceBase(files);
      return laidOut;
    },
    readAhead() {
      reading ??= readFiles();
    },
    async *load(): AsyncIterable<StorageEntry> {
      const files = await (reading ?? readFiles());
      reading = null;
      if (changedBytes > MAX_REPLAYED_BYTES) await replaceBase(files);
      for (const [path, data] of files) {
        yield data === null ? { kind: 'dir', path } : { kind: 'file', path, data };
      }
    },
    async apply(changes) {
      await laidOut;
      const transaction = database.transaction(CHANGES, 'readwrite');
      transaction.objectStore(CHANGES).add(changes);
      await ended(transaction);
      changedBytes += changedBytesOf(changes);
      if (changedBytes > MAX_CHANGE_BYTES) await replaceBase(await readFiles());
    },
    close: async () => database.close(),
  };
}
