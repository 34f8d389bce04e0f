import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { certificatesRest } from './certificates.rest.ts';
import { certificatesRouter } from './certificates.router.ts';
import { certificateInvariants } from './verify-certificates.ts';

export const certificatesSlice = defineSlice({
  name: 'certificates',
  router: certificatesRouter,
  rest: certificatesRest,
  invariants: certificateInvariants,
});
