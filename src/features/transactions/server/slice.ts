import { defineSlice } from '#platform/server/runtime/slices.ts';
import { transactionsRouter } from './transactions.router.ts';

export const transactionsSlice = defineSlice({
  name: 'transactions',
  router: transactionsRouter,
});
