export { type Account, accounts, holdingKinds, shareAsset, type Transfer, USD } from '../ledger.rules.ts';
export { balanceOf, entriesOf, heldBefore, ledgerWrites, lockBalances, post } from './ledger.ts';
export { payEach } from './pay-each.ts';
export { ledgerInvariants, verifyLedger } from './verify-ledger.ts';
