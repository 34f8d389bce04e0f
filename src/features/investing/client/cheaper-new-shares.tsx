import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ownOfferingReason } from '#features/offerings/client/index.ts';
import { type Cents, formatUsdExact } from '#kernel/money.ts';
import { plural } from '#kernel/plural.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { buttonClass } from '#ui/button.tsx';
import { quotePurchase, smallestOrder } from '../investing.rules.ts';
import { isOnSale } from './offer.ts';
import { sharesText } from './order.ts';

interface CheaperNewSharesProps {
  propertyId: number;
  shares: number;
  /** The price of these shares from other investors. */
  resaleCents: Cents;
  className?: string;
  /** Called when the reader goes to the new shares, to close the dialog. */
  onFollow?: (() => void) | undefined;
}

/** Points to the offering while its shares, fee included, cost less than resold ones. */
export function CheaperNewShares({
  propertyId,
  shares,
  resaleCents,
  className,
  onFollow,
}: CheaperNewSharesProps) {
  const { data: property } = useQuery(trpc.properties.detail.queryOptions({ id: propertyId }));
  if (!property || ownOfferingReason(property) || !isOnSale(property)) return null;
  const { availableShares, offering } = property;
  if (availableShares < shares) return null;
  if (shares < smallestOrder(offering.minimumOrderShares, availableShares)) return null;
  const { totalCents } = quotePurchase(shares, property.pricePerShareCents);
  const saved = resaleCents - totalCents;
  if (saved <= 0) return null;
  return (
    <Alert
      tone="accent"
      title={`New shares cost ${formatUsdExact(saved)} less`}
      className={className}
      action={
        <Link
          to="/property/$id"
          params={{ id: String(propertyId) }}
          search={{ invest: propertyId }}
          onClick={onFollow}
          className={buttonClass({ variant: 'secondary', size: 'small' })}
        >
          Buy new shares
        </Link>
      }
    >
      {plural(shares, 'A new share costs', `${sharesText(shares)} from the offering cost`)}{' '}
      {formatUsdExact(totalCents)} with the fee. Resold, {plural(shares, 'one costs', 'they cost')}{' '}
      {formatUsdExact(resaleCents)}.
    </Alert>
  );
}
