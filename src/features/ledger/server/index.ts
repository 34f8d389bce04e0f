export { type Account, accounts, holdingKinds, type Transfer, type TransferCode } from '../ledger.rules.ts';
export { archivedTransfers, sumsByCode } from './archived-transfers.ts';
export { isHolding } from './holdings.ts';
export {
  balanceOf,
  blockOfNewest,
  type EntryRange,
  entriesOf,
  heldBefore,
  ledgerSums,
  ledgerWrites,
  lockBalances,
  newestEntriesOf,
  newestTransferId,
  post,
} from './ledger.ts';
export { payEach } from './pay-each.ts';
export { verifyLedger } from './verify-ledger.ts';
