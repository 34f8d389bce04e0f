import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { auditRouter } from './audit.router.ts';

export const auditSlice = defineSlice({ name: 'audit', router: auditRouter });
