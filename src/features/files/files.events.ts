/** The last reference to a file was removed; a job erases it. */
export const FILE_DISCARDED = 'files.discarded';
/** Something refers to a file that was uploaded; a job scans it. */
export const FILE_CLAIMED = 'files.claimed';
/** The virus scan of a file has a result. */
export const FILE_SCANNED = 'files.scanned';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    files: typeof import('./files.events.ts');
  }
}
