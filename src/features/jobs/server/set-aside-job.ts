import { and, eq } from 'drizzle-orm';
import { jobs } from '#db/schema/platform.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { jobErrors, setAsideJobInput } from '../jobs.contract.ts';
import { JOB_CHANGED } from '../jobs.events.ts';

/**
 * Dismisses a dead job: it is not to be run. It stays in the list, and can be tried again.
 * @throws JOB_NOT_FOUND
 */
export const setAsideJob = defineCommand({
  name: 'jobs.setAsideJob',
  input: setAsideJobInput,
  access: 'admin',
  needsApproval: false,
  async run({ tx, now, emit }, { id, reason }) {
    const [dismissed] = await tx
      .update(jobs)
      .set({ status: 'set_aside', setAsideReason: reason, finishedAt: now })
      .where(and(eq(jobs.id, id), eq(jobs.status, 'dead')))
      .returning({ kind: jobs.kind });
    if (!dismissed) throw new DomainError(jobErrors.JOB_NOT_FOUND);
    emit(JOB_CHANGED, { broadcast: { audience: 'admins' }, payload: { id } });
    return { id, kind: dismissed.kind };
  },
  audit: ({ reason }, { id, kind }) => ({ subject: `job:${id}`, details: { kind, reason: typed(reason) } }),
});
