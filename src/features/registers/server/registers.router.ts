import { adminProcedure, router } from '#platform/server/transport/trpc.ts';
import {
  downloadRegisterInput,
  registerFile,
  releasedRegister,
  releaseListInput,
  releasePage,
  releaseRegisterInput,
} from '../registers.contract.ts';
import { downloadRegister } from './download-register.ts';
import { releases } from './registers.queries.ts';
import { releaseRegister } from './release-register.ts';

export const registersRouter = router({
  releases: adminProcedure
    .input(releaseListInput)
    .output(releasePage)
    .query(({ ctx, input }) => releases(ctx.platform.db, input)),
  releaseRegister: adminProcedure
    .input(releaseRegisterInput)
    .output(releasedRegister)
    .mutation(({ ctx, input }) => releaseRegister(ctx, input)),
  downloadRegister: adminProcedure
    .input(downloadRegisterInput)
    .output(registerFile)
    .mutation(({ ctx, input }) => downloadRegister(ctx, input)),
});
