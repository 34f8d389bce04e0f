import { defineSlice } from '#platform/server/runtime/slices.ts';
import { freezesRouter } from './freezes.router.ts';

export const freezesSlice = defineSlice({
  name: 'freezes',
  router: freezesRouter,
});
