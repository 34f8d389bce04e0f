import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { statementJobs } from './statements.jobs.ts';
import { statementInvariants } from './verify-statements.ts';

export const statementsSlice = defineSlice({
  name: 'statements',
  jobs: statementJobs,
  invariants: statementInvariants,
});
