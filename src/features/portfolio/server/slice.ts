import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { portfolioRest } from './portfolio.rest.ts';
import { portfolioRouter } from './portfolio.router.ts';

export const portfolioSlice = defineSlice({
  name: 'portfolio',
  router: portfolioRouter,
  rest: portfolioRest,
});
