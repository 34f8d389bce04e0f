import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explanationOf, minimumOrderText, ownOfferingReason } from '#features/offerings/client/index.ts';
import type { OfferingView } from '#features/offerings/offerings.contract.ts';
import { monthlyIncome } from '#features/properties/client/index.ts';
import type { PropertyCard, PropertyStatus } from '#features/properties/properties.contract.ts';
import { feeText, PROCESSING_FEE_BPS, type Quote } from '#kernel/fees.ts';
import { type Cents, formatBps, multiply, proportion } from '#kernel/money.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { isNotFound } from '#platform/browser/errors.ts';
import { formatMoment } from '#platform/browser/moment.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { isDemo } from '#platform/browser/variant.ts';
import { Alert } from '#ui/alert.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ExactAmount } from '#ui/no-figure.tsx';
import { ShareStepper } from '#ui/share-stepper.tsx';
import { SkeletonText } from '#ui/skeleton.tsx';
import type { InvestmentReceipt } from '../investing.contract.ts';
import { quotePurchase, smallestOrder } from '../investing.rules.ts';
import type { InvestFailure } from './invest-failure.ts';
import { LimitLeft } from './invest-limits.tsx';
import { NextStep, ObstacleAlert } from './obstacle-alert.tsx';
import { type Buyer, type Obstacle, obstacleOf, useBuyer, useIsOrderLoading } from './obstacles.ts';
import { isOverdue } from './offer.ts';
import { PurchaseButtons, PurchaseSkeleton, PurchaseSummary, SharePrice } from './purchase-parts.tsx';
import { PurchaseReceipt, priceParts } from './purchase-receipt.tsx';
import { useInvest } from './use-invest.ts';
import { type Click, useShareOrder } from './use-share-order.ts';

const FEE_LABEL = `Processing fee (${feeText(PROCESSING_FEE_BPS)})`;

type InvestableProperty = Pick<
  PropertyCard,
  'id' | 'name' | 'location' | 'pricePerShareCents' | 'availableShares' | 'annualYieldBps'
> & { status?: PropertyStatus; offering?: OfferingView };

interface InvestDialogProps {
  propertyId: number;
  /** Data of the property that the page already has, so that the dialog opens complete. */
  known?: InvestableProperty | undefined;
  onClose: () => void;
}

/**
 * The dialog of a purchase. It opens with the figures of the page, and shows the server's own as soon as they are there.
 * What is typed survives an expired session and the sign-in after it.
 */
export function InvestDialog({ propertyId, known, onClose }: InvestDialogProps) {
  const { data, error } = useQuery(trpc.properties.detail.queryOptions({ id: propertyId }));
  const property = data ?? known;
  const own = data && ownOfferingReason(data);
  if (own) {
    return (
      <Dialog open onClose={onClose} title={`Invest in ${data.name}`} description={data.location}>
        <Alert tone="warning">{own}</Alert>
      </Dialog>
    );
  }
  if (property) return <OpenOrder property={property} onClose={onClose} />;
  return (
    <Dialog open onClose={onClose} title="Invest">
      {error ? (
        <Alert tone="danger">
          {isNotFound(error)
            ? 'This property does not exist or is not open for investment.'
            : 'This property could not be loaded. Close this and try again.'}
        </Alert>
      ) : (
        <PurchaseSkeleton label="Loading the property" />
      )}
    </Dialog>
  );
}

function OpenOrder({ property, onClose }: { property: InvestableProperty; onClose: () => void }) {
  const { availableShares: available, pricePerShareCents, offering } = property;
  const smallest = smallestOrder(offering?.minimumOrderShares ?? 1, available);
  const draft = useDraft<{ shares: string }>(`invest.${property.id}`);
  function close() {
    draft.clear();
    onClose();
  }
  const [receipt, setReceipt] = useState<InvestmentReceipt | null>(null);
  const { invest, refuse, failure, clearFailure, busy } = useInvest(property.id, (bought) => {
    draft.clear();
    setReceipt(bought);
  });
  const order = { draft, available, smallest, onEdit: clearFailure };
  const { shares, edit, field, confirmed } = useShareOrder(order);
  const quote = shares === null ? null : quotePurchase(shares, pricePerShareCents);
  const buyer = useBuyer();
  const isLoading = useIsOrderLoading(property.id);
  const obstacle = obstacleTo(property, shares ?? smallest, buyer);

  function confirm(click?: Click) {
    const wanted = confirmed(click);
    if (wanted === null) return;
    if (obstacle) refuse(obstacle);
    else void invest(wanted);
  }

  if (receipt) {
    return (
      <PurchaseReceipt
        receipt={receipt}
        description={formatMoment(receipt.createdAt)}
        parts={priceParts(receipt, FEE_LABEL)}
        money={offering && explanationOf(offering)}
        onClose={close}
      />
    );
  }
  return (
    <Dialog
      open
      onClose={close}
      title={`Invest in ${property.name}`}
      description={property.location}
      dirty={false}
      locked={busy}
      footer={
        <PurchaseButtons
          shares={shares}
          totalCents={quote?.totalCents}
          disabled={shares === null || obstacle !== null || isLoading}
          busy={busy}
          onCancel={close}
          onBuy={confirm}
        />
      }
    >
      <SharePrice label="Share price" cents={pricePerShareCents} />
      <ShareStepper {...field} locked={busy} onEnter={confirm} />
      {failure ? (
        <OrderFailure failure={failure} />
      ) : (
        obstacle && <ObstacleAlert obstacle={obstacle} onShares={(many) => edit(String(many))} />
      )}
      <OrderSummary property={property} shares={shares} quote={quote} cashCents={buyer.cashCents} />
      {offering ? (
        <p className="mt-4 text-sm text-muted">
          {offering.minimumOrderShares > 1 && `${minimumOrderText(offering)} `}
          {explanationOf(offering)}
        </p>
      ) : (
        isLoading && <SkeletonText className="mt-4" />
      )}
      {obstacle === null && <LimitLeft limits={buyer.limits} />}
    </Dialog>
  );
}

function OrderSummary({
  property,
  shares,
  quote,
  cashCents,
}: {
  property: InvestableProperty;
  shares: number | null;
  quote: Quote | null;
  cashCents: Cents | undefined;
}) {
  const incomeLabel = isDemo
    ? 'Estimated monthly income'
    : `Projected monthly income at ${formatBps(property.annualYieldBps)}, before the management fee`;
  return (
    <PurchaseSummary
      parts={[
        { term: 'Investment amount', value: <ExactAmount cents={quote?.amountCents} /> },
        { term: FEE_LABEL, value: <ExactAmount cents={quote?.feeCents} /> },
      ]}
      totalCents={quote?.totalCents}
      cashCents={cashCents}
      more={[
        {
          term: incomeLabel,
          value: <ExactAmount cents={shares === null ? null : incomeOf(shares, property)} />,
        },
      ]}
    />
  );
}

function OrderFailure({ failure }: { failure: InvestFailure }) {
  return (
    <Alert tone="danger" title="Investment Failed" className="mt-4" action={<NextStep code={failure.code} />}>
      {failure.text}
      {failure.note && <p className="mt-1">{failure.note}</p>}
    </Alert>
  );
}

/** A card on the market knows no status; it is approved then. */
function obstacleTo(property: InvestableProperty, shares: number, buyer: Buyer): Obstacle | null {
  const { availableShares, pricePerShareCents, status = 'approved', offering } = property;
  const overdue = offering !== undefined && isOverdue(offering, new Date());
  const order = { shares, pricePerShareCents, ...quotePurchase(shares, pricePerShareCents) };
  const minimumOrderShares = offering?.minimumOrderShares ?? 1;
  return obstacleOf(order, { status, isOverdue: overdue, availableShares, minimumOrderShares }, buyer);
}

/** The projected income of the shares in a month; in the demo the documented 0.8% of their cost. */
function incomeOf(shares: number, { pricePerShareCents, annualYieldBps }: InvestableProperty): Cents {
  return isDemo
    ? proportion(multiply(pricePerShareCents, shares), 8, 1_000)
    : monthlyIncome(shares, pricePerShareCents, annualYieldBps);
}
