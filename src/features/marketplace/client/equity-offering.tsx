import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { isOnSale, sharesText, smallestOrder } from '#features/investing/client/index.ts';
import { OfferingSummary, ownOfferingReason } from '#features/offerings/client/index.ts';
import { FundedProgress, sharePriceText } from '#features/properties/client/index.ts';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { useWeeklySharesTraded } from '#features/resale/client/index.ts';
import { basedOnText } from '#features/valuations/client/index.ts';
import { feeText, PROCESSING_FEE_BPS } from '#kernel/fees.ts';
import { formatUsd } from '#kernel/money.ts';
import { counted, plural } from '#kernel/plural.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import { SoldOut } from './sold-out.tsx';

interface EquityOfferingProps {
  property: PropertyDetail;
  onInvest: () => void;
}

/** The offering, its progress and the button to invest. */
export function EquityOffering({ property, onInvest }: EquityOfferingProps) {
  const resold = useWeeklySharesTraded(property.id);
  const open = isOnSale(property) && ownOfferingReason(property) === null;
  return (
    <Card title="Equity Offering">
      <FundedProgress property={property} />
      <p className="mt-2 text-sm text-muted">
        <Money cents={property.equitySoldCents} className="font-semibold text-ink" /> sold of{' '}
        <Money cents={property.equityOfferedCents} className="font-semibold text-ink" /> offered, at an
        offering valuation of <Money cents={property.offeringValuationCents} />
      </p>
      <OfferingSummary
        offering={property.offering}
        rejected={property.status === 'rejected'}
        className="mt-4"
      />
      <DescriptionList
        className="mt-4 divide-y divide-line border-y border-line"
        items={[
          { term: 'Available equity', value: <Money cents={property.equityAvailableCents} /> },
          ...(property.availableShares === 0
            ? []
            : [
                { term: 'Available shares', value: property.availableShares.toLocaleString('en-US') },
                {
                  term: 'New shares sold, last 7 days',
                  value: property.weeklySharesSold.toLocaleString('en-US'),
                },
              ]),
          { term: 'Weekly shares traded', value: resold?.toLocaleString('en-US') ?? '–' },
          { term: 'Investors', value: property.investorCount.toLocaleString('en-US') },
        ]}
      />
      <p className="mt-2 text-sm text-muted">
        Weekly shares traded are resales between investors in the last 7 days. See the Trading tab.
      </p>
      <Button wide size="large" className="mt-5" disabled={!open} onClick={onInvest}>
        Invest Now
      </Button>
      <p className="mt-2.5 text-center text-sm text-muted">{offerText(property)}</p>
      {property.viewerShares > 0 && <OwnShares property={property} />}
    </Card>
  );
}

function offerText(property: PropertyDetail): ReactNode {
  if (property.status !== 'approved') return 'This property is not open for investment.';
  if (property.availableShares === 0) return <SoldOut propertyId={property.id} />;
  const own = ownOfferingReason(property);
  if (own) return own;
  if (!isOnSale(property)) return 'This offering has reached its deadline and is closing.';
  const smallest = smallestOrder(property.offering.minimumOrderShares, property.availableShares);
  const from = plural(smallest, 'one share', sharesText(smallest));
  return `From ${from} at ${sharePriceText(property.pricePerShareCents)}${plural(smallest, '', ' each')}, plus a ${feeText(PROCESSING_FEE_BPS)} processing fee.`;
}

function OwnShares({ property }: { property: PropertyDetail }) {
  const { viewerShares: shares, value } = property;
  return (
    <p className="mt-4 rounded-field bg-positive-soft px-4 py-3 text-[0.9375rem]">
      You own <strong className="amount font-semibold">{counted(shares, 'share')}</strong>, worth{' '}
      {formatUsd(shares * value.perShareCents)} {basedOnText(value)}.{' '}
      <Link to="/dashboard" className="link-plain">
        See your portfolio
      </Link>
    </p>
  );
}
