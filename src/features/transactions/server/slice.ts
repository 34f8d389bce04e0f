import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { transactionsRouter } from './transactions.router.ts';

export const transactionsSlice = defineSlice({
  name: 'transactions',
  router: transactionsRouter,
});
