import { defineSlice } from '#platform/server/runtime/slices.ts';
import { documentCenterRouter } from './document-center.router.ts';

export const documentCenterSlice = defineSlice({ name: 'documentCenter', router: documentCenterRouter });
