import { adminProcedure, router } from '#platform/server/transport/trpc.ts';
import {
  changedJob,
  jobListInput,
  jobPage,
  jobQueues,
  retryJobInput,
  setAsideJobInput,
} from '../jobs.contract.ts';
import { list, queues } from './jobs.queries.ts';
import { retryJob } from './retry-job.ts';
import { setAsideJob } from './set-aside-job.ts';

export const jobsRouter = router({
  queues: adminProcedure.output(jobQueues).query(({ ctx }) => queues(ctx.platform)),
  list: adminProcedure
    .input(jobListInput)
    .output(jobPage)
    .query(({ ctx, input }) => list(ctx.platform.db, input)),
  retryJob: adminProcedure
    .input(retryJobInput)
    .output(changedJob)
    .mutation(({ ctx, input }) => retryJob(ctx, input)),
  setAsideJob: adminProcedure
    .input(setAsideJobInput)
    .output(changedJob)
    .mutation(({ ctx, input }) => setAsideJob(ctx, input)),
});
