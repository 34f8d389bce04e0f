import { Zip, ZipDeflate, ZipPassThrough, zipSync } from 'fflate';
import { sleep } from '#kernel/time.ts';

/** A file within an archive. */
export interface ArchivedFile {
  name: string;
  bytes: Uint8Array;
}

/** Files as one zip archive, stored without compression: they are compressed already. */
export function zipOf(files: readonly ArchivedFile[], dated: Date): Uint8Array {
  const entries = files.map(({ name, bytes }) => [name, [bytes, { level: 0, mtime: dated }]] as const);
  return zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0]);
}

/** Text files are compressed; all other files in archives are compressed already. */
const TEXT = /\.(json|csv|txt)$/;

/** Packs files one by one as one archive, and lets other requests take their turns in between. */
export function zipPacker(dated: Date) {
  const pieces: Uint8Array[] = [];
  let failure: Error | null = null;
  const zip = new Zip((error, piece) => {
    if (error) failure = error;
    else pieces.push(piece);
  });
  return {
    async add({ name, bytes }: ArchivedFile): Promise<void> {
      const entry = TEXT.test(name) ? new ZipDeflate(name, { level: 6 }) : new ZipPassThrough(name);
      entry.mtime = dated;
      zip.add(entry);
      entry.push(bytes, true);
      await sleep(0);
    },
    finish(): Uint8Array {
      zip.end();
      if (failure) throw failure;
      const size = pieces.reduce((sum, piece) => sum + piece.length, 0);
      const whole = new Uint8Array(size);
      let at = size;
      // From the end, so that the memory of each piece is free once it is copied.
      for (let piece = pieces.pop(); piece; piece = pieces.pop()) {
        at -= piece.length;
        whole.set(piece, at);
      }
      return whole;
    },
  };
}
