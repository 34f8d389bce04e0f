import type { ChangeSet, FileWrite } from '@electric-sql/pglite/memfs-frontend';

/** Path to content; null for a folder. Folders come before their content. */
export type FileTree = Map<string, Uint8Array<ArrayBuffer> | null>;

const writesOf = ({ files }: ChangeSet): FileWrite[] => [...files.wal, ...files.data, ...files.control];

/** Number of bytes that a save has written. */
export const changedBytesOf = (changes: ChangeSet) =>
  writesOf(changes)
    .flatMap(({ chunks }) => chunks)
    .reduce((sum, { data }) => sum + data.byteLength, 0);

/** Brings the files to the state after a save. */
export function applyChanges(files: FileTree, changes: ChangeSet): void {
  for (const { op, path } of changes.ops) {
    if (op === 'mkdir') files.set(path, null);
    else for (const name of below(files, path)) files.delete(name);
  }
  for (const { path, size, full, chunks } of writesOf(changes)) {
    const before = full ? null : files.get(path);
    const content = before?.byteLength === size ? before : resized(before ?? null, size);
    for (const { at, data } of chunks) content.set(data, at);
    files.set(path, content);
  }
}

const below = (files: FileTree, path: string) =>
  [...files.keys()].filter((name) => name === path || name.startsWith(`${path}/`));

function resized(content: Uint8Array | null, size: number): Uint8Array<ArrayBuffer> {
  const next = new Uint8Array(size);
  if (content) next.set(content.subarray(0, size));
  return next;
}

const HEADER_BYTES = 512;

/** Files and folders of a tar archive, as views of it: nothing is copied. */
export function filesOfTar(archive: ArrayBuffer): FileTree {
  const files: FileTree = new Map();
  const text = (at: number, length: number) =>
    new TextDecoder().decode(new Uint8Array(archive, at, length)).replace(/\0.*$/s, '');
  for (let at = 0; at + HEADER_BYTES <= archive.byteLength; ) {
    const name = text(at, 100);
    if (name === '') break;
    const size = Number.parseInt(text(at + 124, 12), 8);
    const isFolder = text(at + 156, 1) === '5';
    files.set(
      `/${name.replace(/^\/|\/$/g, '')}`,
      isFolder ? null : new Uint8Array(archive, at + HEADER_BYTES, size),
    );
    at += HEADER_BYTES + Math.ceil(size / HEADER_BYTES) * HEADER_BYTES;
  }
  return files;
}
