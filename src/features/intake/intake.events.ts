/** An owner's draft was saved, valued, submitted or put away. */
export const DRAFT_CHANGED = 'intake.draftChanged';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    intake: typeof import('./intake.events.ts');
  }
}
