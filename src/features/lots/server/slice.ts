import { defineSlice } from '#platform/server/slices.ts';
import { lotsRouter } from './lots.router.ts';
import { lotInvariants } from './verify-lots.ts';

export const lotsSlice = defineSlice({
  name: 'lots',
  router: lotsRouter,
  invariants: lotInvariants,
});
