/** A job was queued again or set aside by hand. */
export const JOB_CHANGED = 'jobs.jobChanged';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    jobs: typeof import('./jobs.events.ts');
  }
}
