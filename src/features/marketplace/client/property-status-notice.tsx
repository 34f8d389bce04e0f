import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { NextStep } from '#features/investing/client/index.ts';
import { explanationOf, heldSharesText } from '#features/offerings/client/index.ts';
import { CorrectionLink } from '#features/properties/client/index.ts';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';

/** State of a property that is not on the market, for its owner and its holders. */
export function PropertyStatusNotice({ property }: { property: PropertyDetail }) {
  const { status, statusReason, ownedByViewer, viewerShares, offering } = property;
  const reason = statusReason && <p className="mt-1">Reason: {statusReason}</p>;
  const correct = ownedByViewer && status === 'rejected' && <CorrectionLink propertyId={property.id} />;
  if (offering.state === 'failed') {
    return (
      <Alert tone="warning" title="Offering failed" action={offering.refunded && correct} className="mb-6">
        {statusReason ?? explanationOf(offering)}
      </Alert>
    );
  }
  if (ownedByViewer && status === 'pending') {
    return (
      <PendingReview>
        Only you and our reviewers can see this page. You will hear from us within 3 to 5 business days.
        {reason}
      </PendingReview>
    );
  }
  if (ownedByViewer) {
    return (
      <Alert tone="danger" title="Rejected" role="status" action={correct} className="mb-6">
        This property was not approved and is not on the market.
        {reason}
      </Alert>
    );
  }
  return (
    <Alert tone="warning" title="Off the market" className="mb-6">
      Nobody can invest in this property now.{viewerShares > 0 && ` ${heldSharesText[offering.state]}`}
      {reason}
    </Alert>
  );
}

/** The owner's identity must be verified before the approval where it must be before a purchase. */
function PendingReview({ children }: { children: ReactNode }) {
  const { data: limits } = useQuery(trpc.investing.limits.queryOptions());
  const isBlocked = limits?.kycRequired === true;
  return (
    <Alert
      tone="warning"
      title="Pending review"
      action={isBlocked && <NextStep code="KYC_REQUIRED" />}
      className="mb-6"
    >
      {children}
      {isBlocked && (
        <p className="mt-1">We can approve your property only after your identity is verified.</p>
      )}
    </Alert>
  );
}
