import { adminProcedure, router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import {
  approvalPage,
  approvalSetting,
  decided,
  declineInput,
  executeInput,
  listInput,
  objectInput,
  requested,
  requestInput,
  requestsAboutCaller,
  withdrawInput,
} from '../approvals.contract.ts';
import { aboutCaller, list, setting } from './approvals.queries.ts';
import { decline } from './decline.ts';
import { execute } from './execute.ts';
import { object } from './object.ts';
import { request } from './request.ts';
import { withdraw } from './withdraw.ts';

export const approvalsRouter = router({
  list: adminProcedure
    .input(listInput)
    .output(approvalPage)
    .query(({ ctx, input }) => list(ctx.platform, input)),
  setting: adminProcedure.output(approvalSetting).query(({ ctx }) => setting(ctx.platform)),
  request: adminProcedure
    .input(requestInput)
    .output(requested)
    .mutation(({ ctx, input }) => request(ctx, input)),
  execute: adminProcedure
    .input(executeInput)
    .output(decided)
    .mutation(({ ctx, input }) => execute(ctx, input)),
  decline: adminProcedure
    .input(declineInput)
    .output(decided)
    .mutation(({ ctx, input }) => decline(ctx, input)),
  /** Requests about the caller, who can object to them. */
  aboutCaller: signedInProcedure
    .output(requestsAboutCaller)
    .query(({ ctx }) => aboutCaller(ctx.platform, ctx.caller.actor)),
  object: signedInProcedure
    .input(objectInput)
    .output(decided)
    .mutation(({ ctx, input }) => object(ctx, input)),
  withdraw: adminProcedure
    .input(withdrawInput)
    .output(decided)
    .mutation(({ ctx, input }) => withdraw(ctx, input)),
});
