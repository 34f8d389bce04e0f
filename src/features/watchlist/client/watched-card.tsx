import { Link } from '@tanstack/react-router';
import { Bell, BellRing, Heart, MapPin, X } from 'lucide-react';
import { useId } from 'react';
import { FundedProgress, PropertyPicture, sharePriceText } from '#features/properties/client/index.ts';
import { basedOnText, valueBasisText } from '#features/valuations/client/index.ts';
import { formatBps, formatPercent, formatUsdExact } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Change } from '#ui/change.tsx';
import type { WatchedItem } from '../watchlist.contract.ts';
import { changePercent } from '../watchlist.rules.ts';

export interface WatchedCardProps {
  item: WatchedItem;
  /** Whether the person is alerted when it is on the market again. */
  hasMarketAlert: boolean;
  onInvest: () => void;
  onAlerts: () => void;
  onRemove: () => void;
}

export function WatchedCard({ item, hasMarketAlert, onInvest, onAlerts, onRemove }: WatchedCardProps) {
  const headingId = useId();
  const { property } = item;
  const { name, location } = property ?? item;
  return (
    <Card
      as="li"
      tabIndex={-1}
      padded={false}
      aria-labelledby={headingId}
      className="flex h-full flex-col overflow-hidden"
    >
      <CardPicture item={item} onRemove={onRemove} />
      <div className="flex grow flex-col p-5">
        <h3 id={headingId} className="text-xl wrap-anywhere">
          {name}
        </h3>
        <p className="mt-1 flex items-start gap-1.5 text-sm text-muted">
          <MapPin size={15} className="mt-0.5 shrink-0" aria-hidden="true" />
          <span className="min-w-0 wrap-anywhere">{location}</span>
        </p>
        <p className="mt-1 text-sm text-muted">
          Added <time dateTime={item.addedAt}>{formatDate(item.addedAt)}</time>
        </p>
        {property ? (
          <Figures item={item} property={property} />
        ) : (
          <p className="mt-4 grow text-[0.9375rem]">
            This property cannot be bought at the moment.
            {hasMarketAlert && ' We’ll alert you when it is back.'}
          </p>
        )}
        <div className="mt-4 grid grid-cols-2 gap-2.5">
          {property && (
            <Button aria-describedby={headingId} disabled={property.availableShares === 0} onClick={onInvest}>
              Invest Now
            </Button>
          )}
          {item.canOpen && (
            <Link
              to="/property/$id"
              params={{ id: String(item.id) }}
              aria-describedby={headingId}
              className={buttonClass({
                variant: 'secondary',
                className: property ? undefined : 'col-span-2',
              })}
            >
              Details
            </Link>
          )}
          <Button variant="quiet" className="col-span-2" aria-describedby={headingId} onClick={onAlerts}>
            {item.alerts ? <BellRing size={18} aria-hidden="true" /> : <Bell size={18} aria-hidden="true" />}
            {item.alerts ? 'Custom alerts' : 'Alerts'}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function CardPicture({ item, onRemove }: Pick<WatchedCardProps, 'item' | 'onRemove'>) {
  const { property } = item;
  return (
    <div className="relative">
      {property ? (
        <PropertyPicture property={property} className="aspect-[16/10]" />
      ) : (
        <div className="grid aspect-[16/10] place-items-center bg-quiet-soft px-6 text-center text-muted">
          Off the market
        </div>
      )}
      <span className="absolute start-3 end-16 top-3 flex flex-wrap gap-1.5">
        <Badge icon={false} className="bg-surface">
          <Heart size={13} aria-hidden="true" className="fill-current text-negative" />
          Watching
        </Badge>
        {property?.availableShares === 0 && <Badge icon={false}>Fully Funded</Badge>}
      </span>
      <Button
        variant="secondary"
        square
        aria-label={`Remove ${(property ?? item).name} from your watchlist`}
        onClick={onRemove}
        className="absolute end-3 top-3 rounded-full"
      >
        <X size={18} aria-hidden="true" />
      </Button>
    </div>
  );
}

type ListedProperty = NonNullable<WatchedItem['property']>;

function Figures({ item, property }: { item: WatchedItem; property: ListedProperty }) {
  const { value } = property;
  const { valueWhenAdded } = item;
  const priceChange = value.perShareCents - valueWhenAdded.perShareCents;
  const yieldChange = property.annualYieldBps - item.yieldWhenAddedBps;
  const percent = changePercent(valueWhenAdded.perShareCents, value.perShareCents);
  return (
    <>
      <dl className="mt-4 mb-4 grid grid-cols-2 gap-3 border-y border-line py-3">
        <div className="min-w-0">
          <dt className="text-sm text-muted">Current price</dt>
          <dd className="amount text-lg font-semibold tracking-tight">
            {sharePriceText(value.perShareCents)}
          </dd>
          <dd className="text-sm text-muted first-letter:uppercase">{valueBasisText(value)}</dd>
          <dd className="text-sm">
            <Change value={priceChange} className="flex-wrap">
              {formatUsdExact(Math.abs(priceChange))} ({formatPercent(Math.abs(percent))})
            </Change>
          </dd>
          {value.basis !== valueWhenAdded.basis && (
            <dd className="text-sm text-muted">
              Since {sharePriceText(valueWhenAdded.perShareCents)} {basedOnText(valueWhenAdded)}
            </dd>
          )}
        </div>
        <div className="min-w-0">
          <dt className="text-sm text-muted">Current yield</dt>
          <dd className="amount text-lg font-semibold tracking-tight">
            {formatBps(property.annualYieldBps)}
          </dd>
          <dd className="text-sm">
            <Change value={yieldChange} className="flex-wrap">
              {(Math.abs(yieldChange) / 100).toFixed(2)} points
            </Change>
          </dd>
        </div>
      </dl>
      <FundedProgress className="mt-auto" property={property} />
      {property.availableShares === 0 && (
        <p className="mt-2 text-sm text-muted">
          Every share has been sold. Some may be for sale on the{' '}
          <Link to="/resale-marketplace" search={{ property: item.id }} className="link-plain">
            resale marketplace
          </Link>
          .
        </p>
      )}
    </>
  );
}
