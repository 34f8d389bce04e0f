import { sharesText } from '#features/investing/client/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { plural } from '#kernel/plural.ts';
import type { ToastContent } from '#ui/toast.ts';
import type { OrderReceipt, SellableHolding } from '../resale.contract.ts';

export const invalidListing: ToastContent = {
  title: 'Invalid Listing',
  description: 'Please enter both share quantity and price per share.',
  variant: 'destructive',
};

/** Why this number of shares cannot be listed: they are not owned, or some of them are listed already. */
export function notEnoughShares(
  {
    property,
    sharesFree,
    sharesListed,
  }: Pick<SellableHolding, 'sharesFree' | 'sharesListed'> & { property: { name: string } },
  wanted: number,
): string {
  const owned = sharesFree + sharesListed;
  return wanted > owned
    ? `You only own ${sharesText(owned)} of ${property.name}.`
    : `Only ${sharesFree.toLocaleString('en-US')} of your ${sharesText(owned)} of ${property.name} ${plural(sharesFree, 'is', 'are')} available. The rest are already listed.`;
}

export const insufficientShares = (description: string): ToastContent => ({
  title: 'Insufficient Shares',
  description,
  variant: 'destructive',
});

export function listedToast({
  propertyName,
  shares,
  sharesTraded,
  tradedCents,
  sharesLeft,
  pricePerShareCents,
}: OrderReceipt): ToastContent {
  const price = formatUsdExact(pricePerShareCents);
  const sold = `${sharesText(sharesTraded)} of ${propertyName} sold for ${formatUsdExact(tradedCents)}.`;
  if (sharesLeft === 0) return { title: 'Shares sold!', description: sold };
  if (sharesTraded > 0) {
    return {
      title: 'Shares Listed!',
      description: `${sold} ${sharesText(sharesLeft)} listed at ${price} per share.`,
    };
  }
  return {
    title: 'Shares Listed!',
    description: `${sharesText(shares)} of ${propertyName} listed at ${price} per share.`,
  };
}

export function repricedToast(receipt: OrderReceipt): ToastContent {
  const title = 'Price changed';
  if (receipt.sharesTraded > 0) return { ...listedToast(receipt), title };
  const price = formatUsdExact(receipt.pricePerShareCents);
  return { title, description: `${receipt.propertyName} is listed at ${price} per share.` };
}
