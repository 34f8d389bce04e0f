import { defineSlice } from '#platform/server/runtime/slices.ts';
import { searchRouter } from './search.router.ts';

export const searchSlice = defineSlice({
  name: 'search',
  router: searchRouter,
});
