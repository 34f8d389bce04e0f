import { statfs } from 'node:fs/promises';
import { SECOND } from '#kernel/time.ts';
import { noRoom } from '../errors/error-mapping.ts';

const ASK_EVERY = SECOND / 2;
const MEGABYTE = 1024 * 1024;

/** Free bytes of the file system that holds this folder. */
export type FreeBytes = (folder: string) => Promise<number>;

const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Refuses changes while the disk of the embedded database is nearly full. On a full one PGlite stops the whole
 * process in the middle of its work, so the line is drawn before. It is asked anew twice a second at most.
 * @returns a function that throws DomainError NO_ROOM below `minimumMb` of free space
 */
export function guardFreeSpace(
  folder: string,
  minimumMb: number,
  measure: FreeBytes = freeBytes,
): () => Promise<void> {
  let answer: { free: Promise<number>; until: number } | null = null;
  return async () => {
    if (minimumMb === 0) return;
    const now = performance.now();
    if (answer === null || now > answer.until) answer = { free: measure(folder), until: now + ASK_EVERY };
    if ((await answer.free) < minimumMb * MEGABYTE) throw noRoom();
  };
}
