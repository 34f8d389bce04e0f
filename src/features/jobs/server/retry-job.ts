import { and, eq, inArray } from 'drizzle-orm';
import { jobs } from '#db/schema/platform.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { jobErrors, retryJobInput } from '../jobs.contract.ts';
import { JOB_CHANGED } from '../jobs.events.ts';

/**
 * Queues a dead or dismissed job again with all its attempts, once its cause is fixed.
 * @throws JOB_NOT_FOUND
 */
export const retryJob = defineCommand({
  name: 'jobs.retryJob',
  input: retryJobInput,
  access: 'adminOrSystem',
  needsApproval: false,
  async run({ tx, now, emit }, { id }) {
    const [retried] = await tx
      .update(jobs)
      .set({ status: 'waiting', attempts: 0, runAt: now, finishedAt: null, setAsideReason: null })
      .where(and(eq(jobs.id, id), inArray(jobs.status, ['dead', 'set_aside'])))
      .returning({ kind: jobs.kind });
    if (!retried) {
      throw new DomainError(jobErrors.JOB_NOT_FOUND, {
        message: `Job ${id} is not listed as failed. Another admin may have handled it.`,
      });
    }
    emit(JOB_CHANGED, { broadcast: { audience: 'admins' }, payload: { id } });
    return { id, kind: retried.kind };
  },
  audit: ({ reason }, { id, kind }) => ({
    subject: `job:${id}`,
    details: { kind, ...(reason && { reason: typed(reason) }) },
  }),
});
