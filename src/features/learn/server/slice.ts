import { defineSlice } from '#platform/server/runtime/slices.ts';
import { learnRouter } from './learn.router.ts';

export const learnSlice = defineSlice({
  name: 'learn',
  router: learnRouter,
});
