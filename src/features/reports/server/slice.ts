import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { reportsRouter } from './reports.router.ts';

export const reportsSlice = defineSlice({ name: 'reports', router: reportsRouter });
