import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** The last reference to a file was removed; a job erases it. */
export const FILE_DISCARDED = defineEvent('files.discarded', z.object({ fileId: z.uuid() }));
/** Something refers to a file that was uploaded; a job scans it. */
export const FILE_CLAIMED = defineEvent('files.claimed', z.object({ fileId: z.uuid() }));
/** The virus scan of a file has a result. */
export const FILE_SCANNED = defineEvent(
  'files.scanned',
  z.object({ fileId: z.uuid(), result: z.enum(['clean', 'infected', 'refused']) }),
);

declare module '#kernel/events.ts' {
  interface SliceEvents {
    files: typeof import('./files.events.ts');
  }
}
