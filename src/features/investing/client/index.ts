export { CancellablePurchases } from './cancellable-purchases.tsx';
export { type InvestableProperty, InvestDialog } from './invest-dialog.tsx';
export { InvestLimits, VerifyIdentity } from './invest-limits.tsx';
export { sharesText } from './order.ts';
export { type Click, useOneShareOnLeave, useShareOrder } from './use-share-order.ts';
