import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** A person closed their account; the event does not identify them. */
export const ACCOUNT_CLOSED = defineEvent('ownData.accountClosed', z.object({ userId: z.string() }));
/** The retained records of a closed account were erased. */
export const RETENTION_ENDED = defineEvent(
  'ownData.retentionEnded',
  z.object({ userId: z.string(), kind: z.string() }),
);
/** A person asked for a file with all of their data. */
export const EXPORT_REQUESTED = defineEvent('ownData.exportRequested', z.object({ exportId: z.uuid() }));
/** A file with all of a person's data has come further, is ready, could not be made, or is gone. */
export const EXPORT_CHANGED = defineEvent(
  'ownData.exportChanged',
  z.object({ exportId: z.string(), status: z.string() }),
);

declare module '#kernel/events.ts' {
  interface SliceEvents {
    ownData: typeof import('./own-data.events.ts');
  }
}
