import { defineSlice } from '#platform/server/runtime/slices.ts';
import { registersRouter } from './registers.router.ts';

export const registersSlice = defineSlice({ name: 'registers', router: registersRouter });
