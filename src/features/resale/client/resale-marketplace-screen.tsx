import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeftRight, Coins, Tag } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { feeText, MANAGEMENT_FEE_BPS } from '#kernel/fees.ts';
import { counted } from '#kernel/plural.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatCard } from '#ui/stat-card.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { ListingCard, MarketFigures } from '../resale.contract.ts';
import { BuySharesDialog } from './buy-shares-dialog.tsx';
import { LadderList } from './ladder-list.tsx';
import { OwnOrders } from './own-orders.tsx';
import { figuresOptions } from './resale-queries.ts';
import { type ResaleSearch, readResaleSearch } from './resale-search.ts';

interface ResaleMarketplaceScreenProps {
  search: ResaleSearch;
  onSearch: (search: ResaleSearch) => void;
}

/** Shares that other investors sell, and the viewer's own orders. */
export function ResaleMarketplaceScreen({ search, onSearch }: ResaleMarketplaceScreenProps) {
  const figures = useQuery(figuresOptions());
  const [chosen, setChosen] = useState<ListingCard>();
  const { buy, ...rest } = search;
  const own: OwnOrdersState = {
    state: search.orders ?? 'open',
    onState: (orders) => onSearch(readResaleSearch({ ...rest, orders })),
  };
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Resale marketplace"
        description={`Buy shares from other investors at their price, with no fee. Net yield is the stated yield at that price, after the ${feeText(MANAGEMENT_FEE_BPS)} management fee.`}
        actions={
          <Link to="/share-resale" className={buttonClass({ variant: 'secondary' })}>
            Sell My Shares
          </Link>
        }
      />
      <Figures figures={figures.data} failed={figures.isError} />
      <Tabs
        label="Resale"
        className="mt-8"
        selected={search.view ?? 'listings'}
        onSelect={(view) => onSearch(readResaleSearch({ ...rest, view }))}
        tabs={[
          {
            id: 'listings',
            title: 'For sale',
            content: (
              <LadderList
                search={rest}
                figures={figures.data}
                onSearch={onSearch}
                onBuy={(listing) => {
                  setChosen(listing);
                  onSearch({ ...rest, buy: listing.id });
                }}
              />
            ),
          },
          { id: 'own-listings', title: 'Your listings', content: <OwnListings {...own} /> },
          { id: 'own-bids', title: 'Your bids', content: <OwnBids {...own} /> },
        ]}
      />
      {buy !== undefined && (
        <BuySharesDialog
          key={buy}
          listingId={buy}
          known={chosen?.id === buy ? chosen : undefined}
          onClose={() => onSearch(rest)}
        />
      )}
    </div>
  );
}

function Figures({ figures, failed }: { figures: MarketFigures | undefined; failed: boolean }) {
  const figure = (value: (known: MarketFigures) => ReactNode) =>
    figures ? value(figures) : failed ? 'Not available' : <Skeleton className="h-9 w-24 max-w-full" />;
  return (
    <div className="grid grid-cols-3 gap-2 max-sm:[&_dt]:min-h-10 sm:gap-4">
      <StatCard
        label="Listings"
        icon={Tag}
        value={figure(({ listings }) => listings.toLocaleString('en-US'))}
        note={wide('From other investors')}
      />
      <StatCard
        label="Shares for sale"
        icon={Coins}
        value={figure(({ sharesForSale }) => sharesForSale.toLocaleString('en-US'))}
        note={
          figures && wide(`In ${propertiesText(figures.propertiesWithListings ?? figures.properties.length)}`)
        }
      />
      <StatCard
        label="Traded in 30 days"
        icon={ArrowLeftRight}
        value={figure(({ tradedCents }) => <Money cents={tradedCents} />)}
        note={wide('On the whole resale market')}
      />
    </div>
  );
}

/** Left out where three cards share a phone's width. */
const wide = (note: string) => <span className="max-sm:hidden">{note}</span>;

const propertiesText = (count: number) => counted(count, 'property', 'properties');

type OwnOrdersState = Pick<ComponentProps<typeof OwnOrders>, 'state' | 'onState'>;

function OwnListings(own: OwnOrdersState) {
  return (
    <Card padded={false} title="Your listings">
      <OwnOrders
        {...own}
        side="ask"
        action={
          <Link to="/share-resale" className={buttonClass()}>
            Sell My Shares
          </Link>
        }
      />
    </Card>
  );
}

function OwnBids(own: OwnOrdersState) {
  return (
    <Card
      padded={false}
      title="Your bids"
      description="Place bids on a property’s page. We hold the money until the bid fills, expires or is canceled."
    >
      <OwnOrders
        {...own}
        side="bid"
        action={
          <Link to="/investor-marketplace" className={buttonClass()}>
            Browse properties
          </Link>
        }
      />
    </Card>
  );
}
