import { z } from 'zod';
import { router, signedInProcedure } from '#platform/server/transport/trpc.ts';
import { openLot, openLotsInput } from '../lots.contract.ts';
import { openLots } from './lots.queries.ts';

export const lotsRouter = router({
  open: signedInProcedure
    .input(openLotsInput)
    .output(z.array(openLot))
    .query(({ ctx, input }) => openLots(ctx.platform.db, ctx.caller.actor, input)),
});
