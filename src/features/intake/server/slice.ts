import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { intakeRouter } from './intake.router.ts';

export const intakeSlice = defineSlice({ name: 'intake', router: intakeRouter });
