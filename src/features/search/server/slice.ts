import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { searchRouter } from './search.router.ts';

export const searchSlice = defineSlice({
  name: 'search',
  router: searchRouter,
});
