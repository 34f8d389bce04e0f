/** A person closed their account; the event does not identify them. */
export const ACCOUNT_CLOSED = 'ownData.accountClosed';
/** The retained records of a closed account were erased. */
export const RETENTION_ENDED = 'ownData.retentionEnded';
/** A person asked for a file with all of their data. */
export const EXPORT_REQUESTED = 'ownData.exportRequested';
/** A file with all of a person's data has come further, is ready, could not be made, or is gone. */
export const EXPORT_CHANGED = 'ownData.exportChanged';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    ownData: typeof import('./own-data.events.ts');
  }
}
