export { chooseLots, type LotBook, type LotPart, mayChoose, sellFromLots } from '../lots.rules.ts';
export { acquisitions } from './acquisitions.ts';
export { type HoldingHistory, holdingHistories } from './lots.queries.ts';
export { type HoldingKey, holdingKey, type LotSale, lotBooks, recordLots, releaseLots } from './lots.ts';
export { lotInvariants } from './verify-lots.ts';
