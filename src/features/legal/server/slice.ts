import { SIGNED_UP } from '#features/identity/server/index.ts';
import { defineSlice } from '#platform/server/runtime/slices.ts';
import { acceptAtSignUp } from './accept.ts';
import { legalRouter } from './legal.router.ts';

export const legalSlice = defineSlice({
  name: 'legal',
  router: legalRouter,
  inTransaction: { [SIGNED_UP]: acceptAtSignUp },
});
