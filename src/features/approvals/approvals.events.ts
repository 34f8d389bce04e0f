import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** An admin asks for the approval of another one. */
export const REQUESTED = defineEvent('approvals.requested', z.object({ requestId: z.string() }));
/** A request was carried out, declined or withdrawn, or ended by an objection. */
export const DECIDED = defineEvent('approvals.decided', z.object({ requestId: z.string() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    approvals: typeof import('./approvals.events.ts');
  }
}
