import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { registersRouter } from './registers.router.ts';

export const registersSlice = defineSlice({ name: 'registers', router: registersRouter });
