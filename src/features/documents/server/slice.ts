import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { documentsRest } from './documents.rest.ts';
import { documentsRouter } from './documents.router.ts';
import { documentInvariants } from './verify-documents.ts';

export const documentsSlice = defineSlice({
  name: 'documents',
  router: documentsRouter,
  rest: documentsRest,
  invariants: documentInvariants,
});
