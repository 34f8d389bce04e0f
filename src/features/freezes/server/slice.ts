import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { freezesRouter } from './freezes.router.ts';

export const freezesSlice = defineSlice({
  name: 'freezes',
  router: freezesRouter,
});
