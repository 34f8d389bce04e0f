import { MemoryFS, PGlite } from '@electric-sql/pglite';
import { present } from '#kernel/assert.ts';

/** A file or folder of a tar archive. */
interface Entry {
  folder: string;
  name: string;
  isFolder: boolean;
  start: number;
  size: number;
}

const BLOCK_BYTES = 512;
const TYPE_OF_FOLDERS = '5'.charCodeAt(0);
const FOLDER_MODE = 0o40700;
const FILE_MODE = 0o100600;

/** What a tar archive has, a folder before its files. */
export function entriesOf(archive: Buffer): Entry[] {
  const entries: Entry[] = [];
  for (let at = 0; archive[at]; ) {
    const text = (from: number, length: number) =>
      archive.toString('latin1', at + from, at + from + length).split('\0')[0] ?? '';
    const path = text(0, 100);
    const end = path.lastIndexOf('/');
    const size = Number.parseInt(text(124, 12), 8);
    entries.push({
      folder: path.slice(0, end),
      name: path.slice(end + 1),
      isFolder: archive[at + 156] === TYPE_OF_FOLDERS,
      start: at + BLOCK_BYTES,
      size,
    });
    at += BLOCK_BYTES * (1 + Math.ceil(size / BLOCK_BYTES));
  }
  return entries;
}

/** The part of Emscripten's files in memory that is used here; the engine's types name its package without having it. */
interface Emscripten {
  FS: { mkdirTree(path: string): void; lookupPath(path: string): { node: Node } };
  MEMFS: { createNode(parent: Node | undefined, name: string, mode: number, device: number): Node };
}

interface Node {
  contents: unknown;
  usedBytes: number;
}

/**
 * Files in memory that begin with a copy of a data folder. Its files become parts of one copied block; PGlite's own
 * `loadDataDir` looks up each folder of each path and takes as long as all the rest of a start.
 */
export class FilledMemory extends MemoryFS {
  readonly #archive: Buffer;
  readonly #entries: readonly Entry[];

  constructor(archive: Buffer, entries: readonly Entry[]) {
    super();
    this.#archive = archive;
    this.#entries = entries;
  }

  override async initialSyncFs(): Promise<void> {
    const { FS, MEMFS } = present(this.pg, 'the engine').Module as unknown as Emscripten;
    FS.mkdirTree(PGlite.paths.PGDATA);
    const folders = new Map([['', FS.lookupPath(PGlite.paths.PGDATA).node]]);
    const copy = new Uint8Array(this.#archive);
    for (const { folder, name, isFolder, start, size } of this.#entries) {
      const node = MEMFS.createNode(folders.get(folder), name, isFolder ? FOLDER_MODE : FILE_MODE, 0);
      if (isFolder) folders.set(`${folder}/${name}`, node);
      else Object.assign(node, { contents: copy.subarray(start, start + size), usedBytes: size });
    }
  }
}
