import { sharesText } from '#features/investing/client/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import type { ToastContent } from '#ui/toast.ts';
import type { OrderReceipt } from '../resale.contract.ts';
import { quoteTrade } from '../resale.rules.ts';

export function bidToast(receipt: OrderReceipt): ToastContent {
  const bought = `You've purchased ${sharesText(receipt.sharesTraded)} of ${receipt.propertyName} for ${formatUsdExact(receipt.tradedCents)}`;
  const waiting = waitingText(receipt);
  if (receipt.sharesTraded === 0) return { title: 'Bid placed', description: waiting };
  return { title: 'Purchase Successful!', description: waiting === '' ? bought : `${bought}. ${waiting}` };
}

/** The part of a bid that rests in the book; empty without one. */
export function waitingText(receipt: OrderReceipt): string {
  const { propertyName, sharesTraded, sharesLeft, pricePerShareCents } = receipt;
  if (sharesLeft === 0) return '';
  const order = `for ${sharesText(sharesLeft)} of ${propertyName} at ${formatUsdExact(pricePerShareCents)}`;
  const bid = sharesTraded === 0 ? `Your bid ${order}` : `The rest of your bid, ${order},`;
  const reserved = quoteTrade(sharesLeft, pricePerShareCents).totalCents;
  return `${bid} is open. ${formatUsdExact(reserved)} is reserved for it.`;
}
