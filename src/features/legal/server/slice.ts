import { SIGNED_UP } from '#features/identity/server/index.ts';
import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { acceptAtSignUp } from './accept.ts';
import { legalRouter } from './legal.router.ts';

export const legalSlice = defineSlice({
  name: 'legal',
  router: legalRouter,
  inTransaction: { [SIGNED_UP.type]: acceptAtSignUp },
});
