import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** Something was put to the vote. */
export const PROPOSED = defineEvent('governance.proposed', z.object({ proposalId: z.uuid() }));
/** A holder voted, or changed a vote. */
export const VOTED = defineEvent('governance.voted', z.object({ proposalId: z.uuid(), choice: z.string() }));
/** Voting closed and the outcome is final. */
export const CLOSED = defineEvent(
  'governance.closed',
  z.object({ proposalId: z.uuid(), outcome: z.string() }),
);
/** A note on how a decision was carried out was written. */
export const FOLLOWED_UP = defineEvent(
  'governance.followedUp',
  z.object({ proposalId: z.uuid(), notifies: z.boolean() }),
);

declare module '#kernel/events.ts' {
  interface SliceEvents {
    governance: typeof import('./governance.events.ts');
  }
}
