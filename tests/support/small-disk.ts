import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statfsSync, statSync, writeSync } from 'node:fs';
import path from 'node:path';
import { runAtExit } from './kill-at-exit.ts';

export interface SmallDisk {
  folder: string;
  /** Leaves no more free space than that, or none. */
  fill(leaveMegabytes?: number): void;
  empty(): void;
  remove(): void;
}

const BLOCK = Buffer.alloc(4_096, 1);
const BLOCKS_OF_A_MEGABYTE = 256;

/** A file system of a few megabytes beside a folder and owned like it, or null where the system does not permit one. */
export function mountSmallDisk(beside: string, megabytes: number, name = 'small-disk'): SmallDisk | null {
  const folder = path.join(path.dirname(beside), name);
  const { uid, gid } = statSync(beside);
  mkdirSync(folder);
  try {
    const options = `size=${megabytes}m,uid=${uid},gid=${gid},mode=700`;
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' });
  } catch {
    rmSync(folder, { recursive: true });
    return null;
  }
  const callOff = runAtExit('umount --lazy "$0"; rm -r "$0"', [folder]);
  const filler = path.join(folder, 'filler');
  return {
    folder,
    fill(leaveMegabytes = 0) {
      const { bavail } = statfsSync(folder);
      const blocks = leaveMegabytes === 0 ? Infinity : bavail - leaveMegabytes * BLOCKS_OF_A_MEGABYTE;
      const file = openSync(filler, 'w');
      try {
        for (let written = 0; written < blocks; written += 1) writeSync(file, BLOCK);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
      } finally {
        closeSync(file);
      }
    },
    empty: () => rmSync(filler, { force: true }),
    remove() {
      callOff();
      execFileSync('umount', ['--lazy', folder], { stdio: 'ignore' });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
