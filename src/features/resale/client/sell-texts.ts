import { sharesText } from '#features/investing/client/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import type { ToastContent } from '#ui/toast.ts';
import type { OrderReceipt, SellableHolding } from '../resale.contract.ts';

export const invalidListing: ToastContent = {
  title: 'Invalid Listing',
  description: 'Please enter both share quantity and price per share.',
  variant: 'destructive',
};

/** Why this number of shares cannot be listed: they are not owned, or some of them are listed already. */
export function notEnoughShares(
  { property, sharesFree, sharesListed }: SellableHolding,
  wanted: number,
): string {
  const owned = sharesFree + sharesListed;
  return wanted > owned
    ? `You only own ${owned} shares of ${property.name}.`
    : `Only ${sharesFree} of your ${owned} shares of ${property.name} are not listed already.`;
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
  if (sharesLeft === 0) return { title: 'Shares Sold!', description: sold };
  if (sharesTraded > 0) {
    return {
      title: 'Shares Listed!',
      description: `${sold} ${sharesText(sharesLeft)} listed at ${price} per share.`,
    };
  }
  return {
    title: 'Shares Listed!',
    description: `${shares} shares of ${propertyName} listed at ${price} per share.`,
  };
}
