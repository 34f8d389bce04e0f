import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

export const ACCOUNT_FROZEN = defineEvent('freezes.accountFrozen', z.object({ userId: z.string() }));
export const ACCOUNT_UNFROZEN = defineEvent('freezes.accountUnfrozen', z.object({ userId: z.string() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    freezes: typeof import('./freezes.events.ts');
  }
}
