import { defineSlice } from '#platform/server/runtime/slices.ts';
import { trustRouter } from './trust.router.ts';

export const trustSlice = defineSlice({ name: 'trust', router: trustRouter });
