import { FILE_SCANNED } from '#features/files/server/index.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { followScan } from './follow-scan.ts';
import { submissionJobs } from './submissions.jobs.ts';
import { submissionsRest } from './submissions.rest.ts';
import { submissionsRouter } from './submissions.router.ts';
import { submissionInvariants } from './verify-submissions.ts';

export const submissionsSlice = defineSlice({
  name: 'submissions',
  router: submissionsRouter,
  rest: submissionsRest,
  jobs: submissionJobs,
  inTransaction: { [FILE_SCANNED.type]: followScan },
  invariants: submissionInvariants,
});
