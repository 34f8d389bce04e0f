import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { backOfficeRouter } from './back-office.router.ts';

export const backOfficeSlice = defineSlice({
  name: 'backOffice',
  router: backOfficeRouter,
});
