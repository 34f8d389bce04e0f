import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { approvalsRouter } from './approvals.router.ts';
import { approvalInvariants } from './verify-approvals.ts';

export const approvalsSlice = defineSlice({
  name: 'approvals',
  router: approvalsRouter,
  invariants: approvalInvariants,
});
