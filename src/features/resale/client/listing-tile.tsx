import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PropertyPicture, rateText } from '#features/properties/client/index.ts';
import { formatDate } from '#kernel/time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { ListingCard } from '../resale.contract.ts';
import { netYieldBps } from '../resale.rules.ts';
import { premiumText } from './price-figures.tsx';

/** One listing of somebody else: what is offered, at which price, and what that price means. */
export function ListingTile({ listing, onBuy }: { listing: ListingCard; onBuy: (id: string) => void }) {
  const { id, property, pricePerShareCents, sharesLeft, haltReason } = listing;
  const heading = `listing-${id}`;
  return (
    <li className="flex flex-col overflow-hidden rounded-box border border-line bg-surface">
      <PropertyPicture property={property} className="aspect-[16/7] w-full" />
      <div className="flex grow flex-col p-5">
        <h2 id={heading} className="text-lg wrap-anywhere">
          <Link to="/property/$id" params={{ id: String(property.id) }} className="hover:underline">
            {property.name}
          </Link>
        </h2>
        <p className="text-sm text-muted wrap-anywhere">{property.location}</p>
        <p className="mt-3 flex flex-wrap items-baseline gap-x-2">
          <Money exact cents={pricePerShareCents} className="text-2xl font-semibold tracking-tight" />
          <span className="text-sm text-muted">per share</span>
        </p>
        <p className="text-sm text-muted">{premiumText(property, pricePerShareCents)}</p>
        <dl className="mt-3 grid grid-cols-2 gap-x-4 gap-y-2 border-t border-line pt-3 text-sm">
          <Fact term="Net yield">{rateText(netYieldBps(property, pricePerShareCents))}</Fact>
          <Fact term="For sale">
            {sharesLeft.toLocaleString('en-US')} {sharesLeft === 1 ? 'share' : 'shares'}
          </Fact>
          <Fact term="Seller">{listing.seller}</Fact>
          <Fact term="Until">{formatDate(listing.expiresAt)}</Fact>
        </dl>
        {haltReason !== null && (
          <div className="mt-3">
            <Badge tone="warning">Trading halted</Badge>
            <p className="mt-1 text-sm text-muted wrap-anywhere">{haltReason}</p>
          </div>
        )}
        <div className="mt-auto pt-5">
          <Button wide aria-describedby={heading} disabled={haltReason !== null} onClick={() => onBuy(id)}>
            Buy Shares
          </Button>
        </div>
      </div>
    </li>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted">{term}</dt>
      <dd className="amount font-semibold wrap-anywhere">{children}</dd>
    </div>
  );
}

export function ListingTileSkeleton() {
  return (
    <div className="overflow-hidden rounded-box border border-line bg-surface">
      <Skeleton className="aspect-[16/7] rounded-none" />
      <div className="p-5">
        <Skeleton className="h-6 w-2/3" />
        <Skeleton className="mt-1.5 h-4 w-1/3" />
        <Skeleton className="mt-4 h-8 w-1/2" />
        <Skeleton className="mt-2 h-4 w-1/2" />
        <Skeleton className="mt-4 h-22" />
        <Skeleton className="mt-4 h-11" />
      </div>
    </div>
  );
}
