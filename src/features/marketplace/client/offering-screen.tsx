import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ExternalLink, MapPin } from 'lucide-react';
import { isOnSale } from '#features/investing/client/index.ts';
import { OfferingSummary } from '#features/offerings/client/index.ts';
import {
  addressText,
  BadgeMeanings,
  FundedProgress,
  mapLink,
  PropertyBadges,
  PropertyPicture,
  PropertyTypeBadge,
  sharePriceText,
  YIELD_NOTE,
} from '#features/properties/client/index.ts';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { basedOnText } from '#features/valuations/client/index.ts';
import { PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { formatBps, formatPercent } from '#kernel/money.ts';
import { plural } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { signInAddress, signUpAddress, useUser } from '#platform/browser/session.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { Money } from '#ui/money.tsx';
import { OfferingDistributions, OfferingDocuments, OfferingValue } from './offering-history.tsx';
import { offeringQueries } from './offering-queries.ts';
import { OfferingSection } from './offering-section.tsx';
import { PropertySkeleton } from './property-placeholders.tsx';

/** An approved offering as anyone may see it; investing asks to sign in. */
export function OfferingScreen({ id }: { id: number }) {
  const query = useQuery(offeringQueries.property(id));
  return (
    <div className="page-width py-6 sm:py-10">
      <Loaded query={query} errorText={messageOf(query.error)} inCard skeleton={<PropertySkeleton />}>
        {(data) => <Offering property={data} />}
      </Loaded>
    </div>
  );
}

function Offering({ property }: { property: PropertyDetail }) {
  return (
    <article className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_23rem] lg:gap-x-10">
      <div className="grid gap-6">
        <PropertyPicture
          property={property}
          format="hero"
          described
          className="aspect-[2/1] rounded-box sm:aspect-[21/9]"
        />
        <Heading property={property} />
      </div>
      <Terms property={property} />
      <div className="grid min-w-0 gap-10 lg:col-start-1">
        <OfferingSection id="about" title="About this property">
          <p className="prose-width whitespace-pre-line wrap-anywhere">
            {property.description || 'The owner has not written a description.'}
          </p>
        </OfferingSection>
        <OfferingDistributions propertyId={property.id} />
        <OfferingValue propertyId={property.id} />
        <OfferingDocuments property={property} />
        <p className="prose-width text-sm text-muted">
          Expected yields are estimates, not promises. You can lose what you invest, and you may not be able
          to sell when you want to. Read the{' '}
          <Link to="/legal/$document" params={{ document: 'risks' }} className="link-plain">
            Risk Disclosure
          </Link>{' '}
          first.
        </p>
      </div>
    </article>
  );
}

function Heading({ property }: { property: PropertyDetail }) {
  const map = mapLink(property);
  return (
    <header>
      <div className="flex flex-wrap gap-1.5">
        <PropertyTypeBadge type={property.propertyType} subtype={property.subtype} />
        <PropertyBadges property={property} />
      </div>
      <BadgeMeanings property={property} />
      <h1 tabIndex={-1} className="mt-3 text-3xl wrap-anywhere sm:text-4xl">
        {property.name}
      </h1>
      <p className="mt-2 flex items-start gap-1.5 text-muted">
        <MapPin size={18} className="mt-1 shrink-0" aria-hidden="true" />
        <span className="min-w-0 wrap-anywhere">
          {addressText(property)}{' '}
          {map && (
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
          )}
        </span>
      </p>
    </header>
  );
}

function Terms({ property }: { property: PropertyDetail }) {
  const { offering, capRateBps } = property;
  return (
    <Card title="Offering" className="lg:sticky lg:top-24 lg:row-span-2">
      <FundedProgress property={property} />
      <p className="mt-2 text-sm text-muted">
        <Money cents={property.equitySoldCents} className="font-semibold text-ink" /> of{' '}
        <Money cents={property.equityOfferedCents} /> sold
      </p>
      <OfferingSummary offering={offering} rejected={false} className="mt-4" />
      <InvestLink property={property} />
      <DescriptionList
        className="mt-4 divide-y divide-line border-y border-line"
        items={[
          { term: 'Share price', value: sharePriceText(property.pricePerShareCents) },
          {
            term: 'Processing fee',
            value: `${formatPercent(PROCESSING_FEE_BPS / 100)} on top`,
          },
          {
            term: 'Annual yield',
            value: (
              <>
                {formatBps(property.annualYieldBps)}
                <span className="ms-auto block max-w-36 text-sm font-normal whitespace-normal text-muted">
                  {YIELD_NOTE}
                </span>
              </>
            ),
          },
          { term: capTerm(property), value: formatBps(capRateBps) },
          { term: 'Valuation', value: <Money cents={property.valuationCents} /> },
          { term: 'Debt', value: <Money cents={property.debtCents} /> },
          {
            term: 'Shares available',
            value: `${property.availableShares.toLocaleString('en-US')} of ${property.totalShares.toLocaleString('en-US')}`,
          },
          { term: 'Investors', value: property.investorCount.toLocaleString('en-US') },
        ]}
      />
      <p className="mt-3 text-sm text-muted">
        A share is worth {sharePriceText(property.value.perShareCents)}, {basedOnText(property.value)}.
      </p>
    </Card>
  );
}

function capTerm({ capRateBasis, capRateMonths: months }: PropertyDetail): string {
  if (capRateBasis === 'yield') return 'Cap rate (the expected yield)';
  if (capRateBasis === 'confirmed') return 'Cap rate (confirmed at approval)';
  return `Cap rate (from ${months} reported ${plural(months, 'month')})`;
}

/** To the invest dialog, through the sign-in page for those who are not signed in. */
function InvestLink({ property }: { property: PropertyDetail }) {
  const { user } = useUser();
  const { id } = property;
  if (!isOnSale(property)) {
    return (
      <p className="mt-4 rounded-field bg-quiet-soft px-4 py-3 text-[0.9375rem]">
        {property.availableShares > 0 ? (
          'This offering has reached its deadline and is closing.'
        ) : (
          <>
            {/* Of a closed offering, the summary above has said it. */}
            {property.offering.state !== 'closed' && 'Every share has been sold. '}
            {user ? (
              <Link to="/resale-marketplace" search={{ property: id }} className="link-plain">
                See whether any are for sale on the resale marketplace
              </Link>
            ) : (
              <a href={signInAddress(`/resale-marketplace?property=${id}`)} className="link-plain">
                Sign in to see whether any are for sale on the resale marketplace
              </a>
            )}
          </>
        )}
      </p>
    );
  }
  const className = buttonClass({ size: 'large', wide: true, className: 'mt-4' });
  return user ? (
    <Link to="/property/$id" params={{ id: String(id) }} search={{ invest: id }} className={className}>
      Invest
    </Link>
  ) : (
    <>
      <a href={signUpAddress(`/property/${id}?invest=${id}`)} className={className}>
        Invest
      </a>
      <p className="mt-2 text-center text-sm text-muted">
        Sign in or create an account first. You will come back to this offering.
      </p>
    </>
  );
}
