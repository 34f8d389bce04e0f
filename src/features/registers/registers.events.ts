import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** An admin may download a register of holders. */
export const REGISTER_RELEASED = defineEvent('registers.registerReleased', z.object({ id: z.string() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    registers: typeof import('./registers.events.ts');
  }
}
