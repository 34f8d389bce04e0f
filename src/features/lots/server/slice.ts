import { defineSlice } from '#platform/server/runtime/slices.ts';
import { lotsRouter } from './lots.router.ts';
import { lotInvariants } from './verify-lots.ts';

export const lotsSlice = defineSlice({
  name: 'lots',
  router: lotsRouter,
  invariants: lotInvariants,
});
