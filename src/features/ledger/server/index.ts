export {
  type Account,
  accounts,
  type HoldingKey,
  holdingKey,
  holdingKinds,
  type Transfer,
  type TransferCode,
} from '../ledger.rules.ts';
export { archivedTransfers, sumsByCode } from './archived-transfers.ts';
export { isHolding } from './holdings.ts';
export {
  type Blocks,
  balanceOf,
  blockOfNewest,
  blocksOf,
  type EntryRange,
  eachHeldBefore,
  entriesOf,
  type HeldPart,
  heldBefore,
  holdersBefore,
  idsInBlock,
  inBlocks,
  ledgerSums,
  ledgerWrites,
  lockBalances,
  MAX_CLOCK_DIFFERENCE,
  newestEntriesOf,
  newestTransferId,
  nextHeldBefore,
  post,
} from './ledger.ts';
export { movementClassOfRow } from './movement-class.ts';
export { payEach } from './pay-each.ts';
export { verifyLedger } from './verify-ledger.ts';
