import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { documentCenterRouter } from './document-center.router.ts';

export const documentCenterSlice = defineSlice({ name: 'documentCenter', router: documentCenterRouter });
