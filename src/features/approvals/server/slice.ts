import { defineSlice } from '#platform/server/runtime/slices.ts';
import { approvalsRouter } from './approvals.router.ts';
import { approvalInvariants } from './verify-approvals.ts';

export const approvalsSlice = defineSlice({
  name: 'approvals',
  router: approvalsRouter,
  invariants: approvalInvariants,
});
