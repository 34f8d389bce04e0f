export { type Account, accounts, holdingKinds, type Transfer } from '../ledger.rules.ts';
export { balanceOf, entriesOf, heldBefore, ledgerSums, ledgerWrites, lockBalances, post } from './ledger.ts';
export { payEach } from './pay-each.ts';
export { verifyLedger } from './verify-ledger.ts';
