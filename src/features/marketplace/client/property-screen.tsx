import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, Coins, ExternalLink, Landmark, MapPin, Percent, TrendingUp } from 'lucide-react';
import { useEffect } from 'react';
import { GovernancePanel } from '#features/governance/client/index.ts';
import { InvestDialog } from '#features/investing/client/index.ts';
import {
  addressText,
  BadgeMeanings,
  mapLink,
  PropertyBadges,
  PropertyPicture,
  PropertyTypeBadge,
  sharePriceText,
  YIELD_NOTE,
} from '#features/properties/client/index.ts';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { basedOnText, loanToValueBps, valueBasisText } from '#features/valuations/client/index.ts';
import { WatchButton } from '#features/watchlist/client/index.ts';
import { formatBps } from '#kernel/money.ts';
import { plural } from '#kernel/plural.ts';
import { readPropertyId } from '#kernel/property-id.ts';
import { useDialogInAddress } from '#platform/browser/dialog-in-address.ts';
import { isNotFound, messageOf } from '#platform/browser/errors.ts';
import { pageTitle } from '#platform/browser/page-title.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Card } from '#ui/card.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { EquityOffering } from './equity-offering.tsx';
import { FigureCard, FigureCards } from './figure-card.tsx';
import { propertyOptions } from './marketplace-queries.ts';
import { PropertyNotFound, PropertySkeleton } from './property-placeholders.tsx';
import type { PropertyTab } from './property-search.ts';
import { PropertyStatusNotice } from './property-status-notice-on-demand.tsx';
import { PropertyTabs } from './property-tabs.tsx';

const route = getRouteApi('/property/$id');

export function PropertyScreen() {
  const id = readPropertyId(route.useParams().id);
  return (
    <div className="page-width py-6 sm:py-8">
      <Link
        to="/investor-marketplace"
        className="link-plain mb-4 inline-flex min-h-11 items-center gap-1.5 text-sm font-medium"
      >
        <ArrowLeft size={16} aria-hidden="true" />
        Back to the marketplace
      </Link>
      {id === undefined ? <PropertyNotFound /> : <LoadedProperty key={id} id={id} />}
    </div>
  );
}

function LoadedProperty({ id }: { id: number }) {
  const { data, error, refetch, isFetching } = useQuery(propertyOptions(id));
  const search = route.useSearch();
  const { invest, tab } = search;
  const navigate = route.useNavigate();
  const changeSearch = useDialogInAddress('invest', search, navigate);
  useNameAsTitle(data?.name);

  const open = (investing: boolean) =>
    changeSearch({ ...(tab && { tab }), ...(investing && { invest: id }) });
  const show = (chosen: PropertyTab) =>
    void navigate({ search: chosen === 'overview' ? {} : { tab: chosen }, resetScroll: false });

  if (isNotFound(error)) return tab === 'governance' ? <VotesOfFormerHolder id={id} /> : <PropertyNotFound />;
  if (!data) {
    if (!error) return <PropertySkeleton />;
    return (
      <Card>
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  }
  return (
    <article>
      {data.status !== 'approved' && <PropertyStatusNotice property={data} />}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-8">
          <PropertyPicture
            property={data}
            format="hero"
            described
            className="aspect-[4/3] rounded-box sm:aspect-[21/9]"
          />
          <PropertyHeading property={data} />
        </div>
        <div className="lg:row-span-2">
          <EquityOffering property={data} onInvest={() => open(true)} />
        </div>
        <PropertyFigures property={data} />
      </div>
      <PropertyTabs property={data} selected={tab ?? 'overview'} onSelect={show} />
      {invest === id && <InvestDialog propertyId={id} known={data} onClose={() => open(false)} />}
    </article>
  );
}

/** Proposals on which someone still has a vote who sold everything before the property left the market. */
function VotesOfFormerHolder({ id }: { id: number }) {
  const { data, error, refetch, isFetching } = useQuery(
    trpc.governance.proposals.queryOptions({ propertyId: id, limit: 1 }),
  );
  useNameAsTitle(data?.items[0]?.propertyName);
  if (!data && !error) return <PropertySkeleton />;
  if (error && !data && !isNotFound(error))
    return (
      <Card>
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  const [newest] = data?.items ?? [];
  if (!newest) return <PropertyNotFound />;
  return (
    <>
      <PageHeader
        title={newest.propertyName}
        description="This property is not on the market. You vote with the shares you held when each proposal was created."
      />
      <GovernancePanel propertyId={id} />
    </>
  );
}

/** After the route's own title, which the frame sets before paint in the same commit. */
function useNameAsTitle(name: string | undefined) {
  useEffect(() => {
    if (name) document.title = pageTitle(name);
  }, [name]);
}

function PropertyHeading({ property }: { property: PropertyDetail }) {
  const map = mapLink(property);
  return (
    <header>
      <div className="flex items-start justify-between gap-4">
        <div>
          <div className="flex flex-wrap gap-1.5">
            <PropertyTypeBadge type={property.propertyType} subtype={property.subtype} />
            <PropertyBadges property={property} />
          </div>
          <BadgeMeanings property={property} />
        </div>
        <WatchButton property={property} className="shrink-0" />
      </div>
      <h1 tabIndex={-1} className="mt-3 text-3xl wrap-anywhere sm:text-4xl">
        {property.name}
      </h1>
      <p className="mt-2 flex items-start gap-1.5 text-muted">
        <MapPin size={18} className="mt-1 shrink-0" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">
          {addressText(property)}
          {map && (
            <>
              {' '}
              <a
                href={map}
                target="_blank"
                rel="noopener noreferrer"
                className="link-plain inline-flex min-h-6 items-center gap-1"
              >
                <span className="shrink-0">View on map</span>
                <ExternalLink size={14} aria-hidden="true" />
                <span className="sr-only">(opens OpenStreetMap in a new tab)</span>
              </a>
            </>
          )}
        </span>
      </p>
    </header>
  );
}

function PropertyFigures({ property }: { property: PropertyDetail }) {
  return (
    <FigureCards className="sm:grid-cols-2">
      <FigureCard icon={Landmark} label="Total Valuation" note={valuationNote(property)}>
        <Money cents={property.valuationCents} />
      </FigureCard>
      <FigureCard icon={TrendingUp} label="Annual Yield" note={YIELD_NOTE}>
        {formatBps(property.annualYieldBps)}
      </FigureCard>
      <FigureCard icon={Coins} label="Share Price" note={worthNote(property)}>
        {sharePriceText(property.pricePerShareCents)}
      </FigureCard>
      <FigureCard icon={Percent} label="Cap Rate" note={capRateNote(property)}>
        {formatBps(property.capRateBps)}
      </FigureCard>
    </FigureCards>
  );
}

function valuationNote({ value, valuationCents, debtCents }: PropertyDetail): string {
  const basis = value.effectiveOn === null ? 'From the offering' : `Based on the ${valueBasisText(value)}`;
  if (debtCents === 0) return `${basis}, without debt`;
  return `${basis}. Loan-to-value ${formatBps(loanToValueBps({ amountCents: valuationCents, debtCents }))}`;
}

function worthNote({ value }: PropertyDetail): string | undefined {
  if (value.basis === 'offering_price') return undefined;
  return `In the offering. Worth ${sharePriceText(value.perShareCents)} ${basedOnText(value)}`;
}

function capRateNote({ capRateBasis, capRateMonths: months }: PropertyDetail): string {
  if (capRateBasis === 'yield') return 'The annual yield, until rent is reported';
  if (capRateBasis === 'confirmed')
    return 'Based on the net income confirmed at approval, until rent is reported';
  if (months < 12) return `Based on ${months} reported ${plural(months, 'month')}, annualized`;
  return 'Based on the last 12 reported months';
}
