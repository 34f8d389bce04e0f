import { defineSlice } from '#platform/server/runtime/slices.ts';
import { backOfficeRouter } from './back-office.router.ts';

export const backOfficeSlice = defineSlice({
  name: 'backOffice',
  router: backOfficeRouter,
});
