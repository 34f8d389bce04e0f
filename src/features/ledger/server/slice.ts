import { defineSlice } from '#platform/server/slices/define-slice.ts';
import { ledgerInvariants } from './verify-ledger.ts';

export const ledgerSlice = defineSlice({
  name: 'ledger',
  invariants: ledgerInvariants,
});
