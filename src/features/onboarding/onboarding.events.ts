import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** A person skipped, postponed, resumed or completed onboarding. */
export const ONBOARDING_CHANGED = defineEvent('onboarding.changed', z.object({ state: z.string() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    onboarding: typeof import('./onboarding.events.ts');
  }
}
