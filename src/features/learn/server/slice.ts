import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { learnRouter } from './learn.router.ts';

export const learnSlice = defineSlice({
  name: 'learn',
  router: learnRouter,
});
