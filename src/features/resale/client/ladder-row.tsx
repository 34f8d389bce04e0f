import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { sharesText } from '#features/investing/client/index.ts';
import { PropertyPicture } from '#features/properties/client/index.ts';
import { basedOnText } from '#features/valuations/client/index.ts';
import { formatBps, formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { LoadMore } from '#ui/load-more.tsx';
import { Money } from '#ui/money.tsx';
import type { Ladder, ListedProperty, ListingCard } from '../resale.contract.ts';
import { netYieldBps } from '../resale.rules.ts';
import { shortPremiumText } from './price-figures.tsx';
import { listingsOptions } from './resale-queries.ts';

interface LadderRowProps {
  ladder: Ladder;
  /** All listings show from the start. */
  opened: boolean;
  onBuy: (listing: ListingCard) => void;
}

/** One property on the resale market, with its listings by price. */
export function LadderRow({ ladder, opened, onBuy }: LadderRowProps) {
  const { property, haltReason, listings, best } = ladder;
  const [isOpen, setOpen] = useState(opened);
  const heading = useId();
  const rungsId = useId();
  const cheaper = cheaperNewShares(ladder);
  const cheapest = best.map((rung): ListingCard => ({ ...rung, property, haltReason }));
  return (
    <li
      aria-labelledby={heading}
      className="grid gap-x-8 gap-y-3 p-4 sm:px-6 sm:py-5 lg:grid-cols-[22rem_minmax(0,1fr)]"
    >
      <LadderHead ladder={ladder} headingId={heading} />
      <div className="min-w-0">
        {cheaper && <NewSharesRung property={property} {...cheaper} />}
        <ul id={rungsId} aria-label={`Listings of ${property.name}, lowest price first`}>
          {isOpen ? (
            <AllRungs property={property} cheapest={cheapest} leads={!cheaper} onBuy={onBuy} />
          ) : (
            cheapest.map((listing, at) => (
              <Rung
                key={listing.id}
                listing={listing}
                further={at > 0}
                leads={at === 0 && !cheaper}
                onBuy={onBuy}
              />
            ))
          )}
        </ul>
        {listings > 1 && (
          <Button
            variant="quiet"
            size="small"
            aria-expanded={isOpen}
            aria-controls={rungsId}
            className={joinClasses(
              '-ms-3 mt-1 text-muted',
              !isOpen && listings <= best.length && 'sm:hidden',
            )}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Show fewer' : `Show all ${counted(listings, 'listing')}`}
            <ChevronDown
              size={16}
              aria-hidden="true"
              className={joinClasses('transition-transform', isOpen && 'rotate-180')}
            />
          </Button>
        )}
      </div>
    </li>
  );
}

/** The property, its shares for sale, and whether it is traded. */
function LadderHead({ ladder, headingId }: { ladder: Ladder; headingId: string }) {
  const { property, haltReason } = ladder;
  return (
    <div className="flex gap-4">
      <PropertyPicture
        property={property}
        format="thumb"
        className="aspect-[4/3] w-20 shrink-0 self-start rounded-field sm:w-28"
      />
      <div className="min-w-0">
        <h2 id={headingId} className="text-lg leading-snug wrap-anywhere">
          <Link to="/property/$id" params={{ id: String(property.id) }} className="hover:underline">
            {property.name}
          </Link>
        </h2>
        <p className="text-sm text-muted wrap-anywhere">{property.location}</p>
        <p className="mt-1 text-sm text-muted">{supplyText(ladder)}</p>
        <p className="text-sm text-muted">
          Worth {formatUsdExact(property.value.perShareCents)} {basedOnText(property.value)}
        </p>
        {haltReason !== null && (
          <div className="mt-2">
            <Badge tone="warning">Trading halted</Badge>
            <p className="mt-1 text-sm text-muted wrap-anywhere">{haltReason}</p>
          </div>
        )}
      </div>
    </div>
  );
}

const supplyText = ({ sharesForSale, listings }: Ladder) =>
  `${sharesText(sharesForSale)} in ${counted(listings, 'listing')}`;

interface AllRungsProps extends Pick<LadderRowProps, 'onBuy'> {
  property: ListedProperty;
  /** Shown until all of them are loaded. */
  cheapest: readonly ListingCard[];
  /** Nothing costs less than the first of them. */
  leads: boolean;
}

/** Every listing of the property, a page at a time. */
function AllRungs({ property, cheapest, leads, onBuy }: AllRungsProps) {
  const list = useInfiniteQuery(listingsOptions({ property: property.id, sort: 'price' }));
  const shown = list.data?.pages.flatMap(({ items }) => items) ?? cheapest;
  return (
    <>
      {shown.map((listing, at) => (
        <Rung key={listing.id} listing={listing} leads={leads && at === 0} onBuy={onBuy} />
      ))}
      {list.isError && !list.data && (
        <li>
          <Alert tone="danger">{messageOf(list.error)}</Alert>
        </li>
      )}
      {list.hasNextPage && (
        <li>
          <LoadMore pages={list} errorText={messageOf(list.error)} />
        </li>
      )}
    </>
  );
}

const rungClass =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 border-t border-line py-2 first:border-t-0 sm:grid-cols-[7rem_minmax(0,1fr)_auto]';

interface RungProps {
  listing: ListingCard;
  /** Left out on phones until all listings show. */
  further?: boolean;
  /** The lowest price on the market: its button leads. */
  leads: boolean;
  onBuy: LadderRowProps['onBuy'];
}

/** One listing: price, shares, yield and premium, seller, and the button to buy. */
function Rung({ listing, further, leads, onBuy }: RungProps) {
  const { property, pricePerShareCents: price, sharesLeft, seller, expiresAt, haltReason } = listing;
  const shares = sharesText(sharesLeft);
  return (
    <li className={joinClasses(rungClass, further && 'max-sm:hidden')}>
      <p className="text-lg leading-tight">
        <Money exact cents={price} className="amount font-semibold" />
        <span className="ms-2 text-sm text-muted sm:ms-0 sm:block">{shares}</span>
      </p>
      <p className="col-start-1 row-start-2 min-w-0 text-sm text-muted sm:col-start-2 sm:row-start-1">
        <span className="block text-ink">
          {formatBps(netYieldBps(property, price))} net yield · {shortPremiumText(property, price)}
        </span>
        <span className="block">
          {seller}, until <time dateTime={expiresAt}>{formatDate(expiresAt)}</time>
        </span>
      </p>
      <Button
        size="small"
        variant={leads ? 'primary' : 'secondary'}
        disabled={haltReason !== null}
        aria-label={`Buy Shares: ${property.name} at ${formatUsdExact(price)}`}
        className="col-start-2 row-span-2 row-start-1 min-h-10 sm:col-start-3 sm:row-span-1"
        onClick={() => onBuy(listing)}
      >
        Buy Shares
      </Button>
    </li>
  );
}

interface CheaperNewShares {
  newShares: NonNullable<Ladder['newShares']>;
  savedCents: number;
}

/** New shares, while one of them costs less than the cheapest resold one. */
function cheaperNewShares({ best: [resold], newShares }: Ladder): CheaperNewShares | null {
  if (!newShares || !resold || newShares.oneCostsCents >= resold.pricePerShareCents) return null;
  return { newShares, savedCents: resold.pricePerShareCents - newShares.oneCostsCents };
}

interface NewSharesRungProps extends CheaperNewShares {
  property: ListedProperty;
}

function NewSharesRung({ property, newShares, savedCents }: NewSharesRungProps) {
  const { available, fewest, oneCostsCents } = newShares;
  return (
    <div className={joinClasses(rungClass, '-mx-3 mb-1 rounded-field bg-positive-soft px-3')}>
      <p className="text-lg leading-tight">
        <Money exact cents={oneCostsCents} className="amount font-semibold" />
        <span className="ms-2 text-sm text-muted sm:ms-0 sm:block">1 new share</span>
      </p>
      <p className="col-start-1 row-start-2 min-w-0 text-sm sm:col-start-2 sm:row-start-1">
        <span className="block font-semibold">New shares cost {formatUsdExact(savedCents)} less</span>
        <span className="block text-muted">
          Fee included, {available.toLocaleString('en-US')} available
          {fewest > 1 && `, at least ${fewest.toLocaleString('en-US')} at a time`}
        </span>
      </p>
      <Link
        to="/property/$id"
        params={{ id: String(property.id) }}
        search={{ invest: property.id }}
        aria-label={`Buy new shares of ${property.name}`}
        className={buttonClass({
          size: 'small',
          className: 'col-start-2 row-span-2 row-start-1 min-h-10 sm:col-start-3 sm:row-span-1',
        })}
      >
        Buy new
      </Link>
    </div>
  );
}
