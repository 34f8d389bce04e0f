export { CancellablePurchases } from './cancellable-purchases.tsx';
export { type InvestableProperty, InvestDialog } from './invest-dialog.tsx';
export { orderedShares, sharesText } from './order.ts';
export { SharesField } from './shares-field.tsx';
