import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { jobs } from '#db/schema/platform.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { defineCommand } from '../commands/run-command.ts';

/**
 * Queues a dead job again with all its attempts, for an operator who has fixed the cause.
 * @throws DomainError NOT_FOUND when there is no dead job with this id
 */
export const requeueJob = defineCommand({
  name: 'platform.requeueJob',
  input: z.strictObject({ id: z.uuid() }),
  access: 'system',
  async run({ tx, now }, { id }) {
    const [requeued] = await tx
      .update(jobs)
      .set({ status: 'waiting', attempts: 0, runAt: now, finishedAt: null })
      .where(and(eq(jobs.id, id), eq(jobs.status, 'dead')))
      .returning({ kind: jobs.kind });
    if (!requeued) {
      throw new DomainError(commonErrors.NOT_FOUND, { message: `There is no dead job ${id}.` });
    }
    return { id, kind: requeued.kind };
  },
  audit: (_, { id, kind }) => ({ subject: `job:${id}`, details: { kind } }),
});
