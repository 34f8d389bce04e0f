export { chooseLots, type LotBook, type LotPart, mayChoose, sellFromLots } from '../lots.rules.ts';
export { acquisitions } from './acquisitions.ts';
export { type HeldLot, type HoldingHistories, heldLots, holdingHistories } from './lots.queries.ts';
export {
  disposalsOf,
  type HoldingKey,
  holdingKey,
  keepReservations,
  type LotSale,
  lotBooks,
  releaseLots,
} from './lots.ts';
