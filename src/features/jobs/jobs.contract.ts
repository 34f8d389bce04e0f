import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { instant, lineText, pageInput, pageOf, personText } from '#kernel/schemas.ts';

const reason = personText(500, 'Enter a reason. It is recorded in the audit log.');

export const retryJobInput = z.strictObject({ id: z.uuid(), reason: reason.optional() });
export const setAsideJobInput = z.strictObject({ id: z.uuid(), reason });

/** The jobs of one kind: how many are due or later, run now, are dead, or were dismissed. */
export const jobQueue = z.object({
  kind: z.string(),
  due: z.int(),
  later: z.int(),
  running: z.int(),
  dead: z.int(),
  setAside: z.int(),
  /** Since when the oldest one that is due waits. */
  oldestDue: instant.nullable(),
  /** Last error, of those that are still in the queue. */
  lastError: z.string().nullable(),
});
export const jobQueues = z.object({ at: instant, queues: z.array(jobQueue) });

export const jobState = z.enum(['dead', 'failing', 'setAside']);
export const jobListInput = z.strictObject({
  ...pageInput({ max: 100, default: 25 }),
  state: jobState.default('dead'),
  kind: lineText(100).optional(),
});
export const job = z.object({
  id: z.string(),
  kind: z.string(),
  state: jobState,
  attempts: z.int(),
  createdAt: instant,
  /** When it died or was dismissed; for one that failed, when it is tried again. */
  at: instant,
  lastError: z.string().nullable(),
  setAsideReason: z.string().nullable(),
});
export const jobPage = pageOf(job);
export const changedJob = z.object({ id: z.string(), kind: z.string() });

export const jobErrors = defineErrors({
  JOB_NOT_FOUND: ['notFound', 'This job is no longer listed as failed. Another admin may have handled it.'],
});

export type Job = z.infer<typeof job>;
export type JobQueue = z.infer<typeof jobQueue>;
export type JobState = z.infer<typeof jobState>;
