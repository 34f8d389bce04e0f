import { defineSlice } from '#platform/server/runtime/slices.ts';
import { intakeRouter } from './intake.router.ts';

export const intakeSlice = defineSlice({ name: 'intake', router: intakeRouter });
