import { defineSlice } from '#platform/server/runtime/slices.ts';
import { reportsRouter } from './reports.router.ts';

export const reportsSlice = defineSlice({ name: 'reports', router: reportsRouter });
