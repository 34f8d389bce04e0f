import { closingText, deadlineAtApproval } from '#features/offerings/client/index.ts';
import { sharePriceText } from '#features/properties/client/index.ts';
import type { AdminProperty } from '#features/properties/review.contract.ts';
import { formatBps, formatUsd, parsePercent, parseUsd } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { Alert } from '#ui/alert.tsx';
import { ConfirmDialog } from '#ui/confirm-dialog.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { ReasonDialog } from '#ui/reason-dialog.tsx';
import { refundText } from './status-texts.ts';
import type { StatusChange } from './use-status-change.ts';

export interface StatusDialogProps {
  property: AdminProperty;
  busy: boolean;
  onConfirm: (change: StatusChange) => void;
  onClose: () => void;
}

/** Asks before a property goes on the market, and says on which terms and until when. */
export function ApproveDialog({ property, busy, onConfirm, onClose }: StatusDialogProps) {
  const { id, name, ownerName, offering, totalShares, availableShares, submissionNumber } = property;
  const { minimumShares, fundingDays, minimumOrderShares } = offering;
  const shownTerms = { minimumShares, fundingDays, minimumOrderShares };
  const now = new Date();
  const deadline = deadlineAtApproval(offering, totalShares - availableShares, now);
  const count = (shares: number) => shares.toLocaleString('en-US');
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      onConfirm={() => onConfirm({ id, status: 'approved', submissionNumber, shownTerms })}
      title={`Approve ${name}?`}
      description={`It goes on the market right away: anyone can see it and buy its shares on these terms. ${ownerName} will be notified.`}
      confirmLabel="Approve property"
      disabled={property.ownerVerificationMissing}
      busy={busy}
      busyText="Approving"
    >
      {property.ownerVerificationMissing && (
        <Alert tone="warning" title="The owner is not verified" className="mb-4">
          You can approve this property once {ownerName} has a verified identity. Ask {ownerName} to open the
          property&apos;s page, which links to identity verification.
        </Alert>
      )}
      <DescriptionList
        items={[
          { term: 'Price per share', value: sharePriceText(parseUsd(property.pricePerShare) ?? 0) },
          { term: 'Shares for sale', value: `${count(availableShares)} of ${count(totalShares)}` },
          { term: 'Annual yield', value: formatBps(parsePercent(property.annualYield) ?? 0) },
          {
            term: 'Minimum to sell',
            value:
              minimumShares === 0
                ? 'None: purchases are final right away'
                : `${counted(minimumShares, 'share')} (${formatUsd(offering.targetCents)})`,
          },
          {
            term: 'Minimum order',
            value: counted(minimumOrderShares, 'share'),
          },
          { term: 'Closes', value: <span className="whitespace-normal">{closingText(deadline, now)}</span> },
        ]}
      />
    </ConfirmDialog>
  );
}

export function RejectDialog({ property, busy, onConfirm, onClose }: StatusDialogProps) {
  const refund = refundText(property);
  const readers =
    property.totalShares > property.availableShares ? 'The owner and all shareholders' : 'The owner';
  const consequence = `It will not go on the market.${refund === null ? '' : ` ${refund}`}`;
  return (
    <ReasonDialog
      onClose={onClose}
      onConfirm={(reason) => onConfirm({ id: property.id, status: 'rejected', reason })}
      title={`Reject ${property.name}?`}
      description={`${consequence} ${property.ownerName} will be notified with your reason.`}
      confirmLabel="Reject property"
      tone="danger"
      busy={busy}
      busyText="Rejecting"
      hint={`What needs to change. ${readers} will see it.`}
    />
  );
}

export function ResetDialog({ property, busy, onConfirm, onClose }: StatusDialogProps) {
  const sold = property.totalShares - property.availableShares;
  const consequence =
    property.status === 'approved'
      ? `It leaves the market until it is approved again.${sold > 0 ? ' Its investors keep their shares and see your reason.' : ''}`
      : 'It goes back to the properties awaiting review.';
  return (
    <ReasonDialog
      onClose={onClose}
      onConfirm={(reason) =>
        onConfirm({ id: property.id, status: 'pending', ...(reason !== '' && { reason }) })
      }
      title={`Reset ${property.name} to pending?`}
      description={`${consequence} ${property.ownerName} will be notified.`}
      confirmLabel="Reset to pending"
      busy={busy}
      busyText="Resetting"
      optional
    />
  );
}
