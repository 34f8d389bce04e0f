import { statfs } from 'node:fs/promises';
import { SECOND } from '#kernel/time.ts';
import { noRoom } from '../../errors/error-mapping.ts';

const MEASURE_INTERVAL_MS = SECOND / 2;
const BYTES_PER_MEGABYTE = 1024 * 1024;

/** Free bytes of the file system that holds this folder. */
type FreeBytes = (folder: string) => Promise<number>;

const freeBytes: FreeBytes = async (folder) => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/**
 * Refuses changes while the disk of the embedded database is nearly full: on a full disk PGlite blocks the whole process.
 * Free space is measured at most twice a second.
 * @returns a function that throws DomainError NO_ROOM below `minimumMb` of free space
 */
export function guardFreeSpace(
  folder: string,
  minimumMb: number,
  measure: FreeBytes = freeBytes,
): () => Promise<void> {
  let measured: { free: Promise<number>; until: number } | null = null;
  return async () => {
    if (minimumMb === 0) return;
    const now = performance.now();
    if (measured === null || now > measured.until)
      measured = { free: measure(folder), until: now + MEASURE_INTERVAL_MS };
    if ((await measured.free) < minimumMb * BYTES_PER_MEGABYTE) throw noRoom();
  };
}
