export { CancellablePurchases } from './cancellable-purchases.tsx';
export { CheaperNewShares } from './cheaper-new-shares.tsx';
export { type InvestableProperty, InvestDialog } from './invest-dialog.tsx';
export { LimitLeft } from './invest-limits.tsx';
export { ObstacleAlert, WayOn } from './obstacle-alert.tsx';
export { buyerObstacle, useBuyer } from './obstacles.ts';
export { isOnSale } from './offer.ts';
export { sharesText } from './order.ts';
export { type Click, useOneShareOnLeave, useShareOrder } from './use-share-order.ts';
