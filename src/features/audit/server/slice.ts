import { defineSlice } from '#platform/server/runtime/slices.ts';
import { auditRouter } from './audit.router.ts';

export const auditSlice = defineSlice({ name: 'audit', router: auditRouter });
