/** Nothing refers to a file any more; a job erases it. */
export const FILE_DISCARDED = 'files.discarded';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    files: typeof import('./files.events.ts');
  }
}
