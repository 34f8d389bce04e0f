import { zipSync } from 'fflate';

/** A file within an archive. */
export interface ArchivedFile {
  name: string;
  bytes: Uint8Array;
}

/** Files as one zip archive. What is in it is compressed already. */
export function zipOf(files: readonly ArchivedFile[], dated: Date): Uint8Array {
  const entries = files.map(({ name, bytes }) => [name, [bytes, { level: 0, mtime: dated }]] as const);
  return zipSync(Object.fromEntries(entries) as Parameters<typeof zipSync>[0]);
}
