import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** A job was queued again or dismissed by hand. */
export const JOB_CHANGED = defineEvent('jobs.jobChanged', z.object({ id: z.string() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    jobs: typeof import('./jobs.events.ts');
  }
}
