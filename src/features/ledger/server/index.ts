export {
  type Account,
  accounts,
  type HoldingKey,
  holdingKey,
  holdingKinds,
  type Transfer,
  type TransferCode,
} from '../ledger.rules.ts';
export { archivedTransfers } from './archived-transfers.ts';
export { type Blocks, blocksOf, idsInBlock, inBlocks } from './blocks.ts';
export { type EntryRange, entriesOf, idOfNewest, newestEntriesOf } from './entries.ts';
export {
  allHolders,
  eachHolderPage,
  type HolderPage,
  hasHolders,
  holdersQuery,
  nextHolderPage,
} from './holders.ts';
export { isHolding, propertyBalance } from './holdings.ts';
export { balanceOf, ledgerSums, ledgerWrites, lockBalances, newestTransferId, post } from './ledger.ts';
export { movementClassOfRow, movementKindOfGroup } from './movement-class.ts';
export { payEach } from './pay-each.ts';
export { verifyLedger } from './verify-ledger.ts';
