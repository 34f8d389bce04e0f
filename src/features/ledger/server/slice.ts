import { defineSlice } from '#platform/server/runtime/slices.ts';
import { ledgerInvariants } from './verify-ledger.ts';

export const ledgerSlice = defineSlice({
  name: 'ledger',
  invariants: ledgerInvariants,
});
