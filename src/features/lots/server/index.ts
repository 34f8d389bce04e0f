export { type CapitalGain, gainsOf } from '../gains.rules.ts';
export { WASH_SALES_RECORDED } from '../lots.events.ts';
export { chooseLots, type LotBook, mayChoose, sellFromLots } from '../lots.rules.ts';
export { acquisitions } from './acquisitions.ts';
export { type HoldingHistories, heldLots, holdingHistories } from './lots.queries.ts';
export {
  disposalWrites,
  type LotSale,
  lotBooks,
  releaseLots,
  storeReservations,
} from './lots.ts';
export { type TaxHistory, taxHistories, taxHistory } from './tax-history.ts';
