/** Something was put to the vote. */
export const PROPOSED = 'governance.proposed';
/** A holder voted, or changed a vote. */
export const VOTED = 'governance.voted';
/** Voting closed and the outcome is final. */
export const CLOSED = 'governance.closed';
/** A note on how a decision was carried out was written. */
export const FOLLOWED_UP = 'governance.followedUp';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    governance: typeof import('./governance.events.ts');
  }
}
