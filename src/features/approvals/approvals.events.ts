/** An admin asks for the approval of another one. */
export const REQUESTED = 'approvals.requested';
/** A request was carried out, declined or withdrawn, or ended by an objection. */
export const DECIDED = 'approvals.decided';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    approvals: typeof import('./approvals.events.ts');
  }
}
