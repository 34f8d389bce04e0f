import { useState } from 'react';
import {
  LenderPayment,
  OfferingStateBadge,
  PayoutHold,
  raisedText,
  TermsDialog,
} from '#features/offerings/client/index.ts';
import { PropertyStatusBadge } from '#features/properties/client/index.ts';
import type { AdminProperty } from '#features/properties/review.contract.ts';
import { RegisterButton } from '#features/registers/client/index.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { Button } from '#ui/button.tsx';

/** Status of a property and its offering, and the offering's terms while they can be changed. */
export function StatusCell({ property, onPayLender }: { property: AdminProperty; onPayLender: () => void }) {
  const [editing, setEditing] = useState(false);
  const { offering } = property;
  const editable =
    property.availableShares === property.totalShares &&
    offering.state !== 'failed' &&
    !property.ownedByViewer;
  return (
    <div className="grid justify-items-start gap-1">
      <div className="flex flex-wrap gap-1.5 lg:flex-nowrap">
        <PropertyStatusBadge status={property.status} />
        {(property.status === 'approved' || offering.state === 'failed') && (
          <OfferingStateBadge offering={offering} />
        )}
      </div>
      <p className="text-start text-sm text-muted tabular-nums lg:whitespace-nowrap">
        {raisedText(offering)}
        <span className="block">{termText(property)}</span>
      </p>
      <div className="-ms-2 flex flex-wrap [&>.btn]:px-2">
        {editable && (
          <Button
            size="small"
            variant="quiet"
            aria-label={`Edit the terms of ${property.name}`}
            onClick={() => setEditing(true)}
          >
            Edit terms
          </Button>
        )}
        <PayoutHold property={property} />
        {property.status === 'approved' && !property.ownedByViewer && <RegisterButton property={property} />}
        <LenderPayment property={property} onPay={onPayLender} />
      </div>
      {editing && <TermsDialog property={property} onClose={() => setEditing(false)} />}
    </div>
  );
}

function termText({ offering, status }: AdminProperty): string {
  const { state, deadline, fundingDays, refunded, minimumShares, raisedCents, hold } = offering;
  if (state === 'failed') return refunded ? 'All refunded' : 'Being refunded';
  if (state !== 'open' && raisedCents > 0 && (hold || status !== 'approved')) return 'Payout stopped';
  if (state !== 'open') return minimumShares === 0 ? 'No deadline' : 'Paid to the owner';
  return deadline === null ? `${counted(fundingDays, 'day')} from approval` : `Until ${formatDate(deadline)}`;
}
