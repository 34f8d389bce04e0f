export { RESALE_FEE_BPS } from '../resale.rules.ts';
export { buyShares } from './buy-shares.ts';
export { closeOrdersOf } from './close-orders-of.ts';
export { openListing } from './open-listing.ts';
export { placeBid } from './place-bid.ts';
