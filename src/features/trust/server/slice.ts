import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { trustRouter } from './trust.router.ts';

export const trustSlice = defineSlice({ name: 'trust', router: trustRouter });
