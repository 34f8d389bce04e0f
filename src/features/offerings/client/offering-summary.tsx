import { formatUsd } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { timeLeft } from '#platform/browser/moment.ts';
import { Badge } from '#ui/badge.tsx';
import { joinClasses } from '#ui/classes.ts';
import type { Tone } from '#ui/tone.ts';
import { CANCELLATION_HOURS } from '../cancellation.contract.ts';
import type { OfferingView } from '../offerings.contract.ts';
import { offeringStateLabel } from '../offerings.rules.ts';

const stateTones: Record<OfferingView['state'], Tone> = {
  open: 'accent',
  funded: 'success',
  failed: 'danger',
  closed: 'neutral',
};

export function OfferingStateBadge({
  offering,
}: {
  offering: Pick<OfferingView, 'state' | 'minimumShares'>;
}) {
  const { state, minimumShares } = offering;
  return (
    <Badge tone={stateTones[state]} icon={state !== 'open' && state !== 'closed'}>
      {state === 'funded' && minimumShares === 0 ? 'No minimum' : offeringStateLabel[state]}
    </Badge>
  );
}

/** Progress of an offering, in one line: "$4,000 of at least $10,000", "$12,000; the minimum was $10,000". */
export function raisedText({ raisedCents, targetCents, minimumShares }: OfferingView): string {
  if (minimumShares === 0) return `${formatUsd(raisedCents)}, no minimum`;
  const isReached = raisedCents >= targetCents;
  return `${formatUsd(raisedCents)}${isReached ? '; the minimum was' : ' of at least'} ${formatUsd(targetCents)}`;
}

/** The fewest shares of one purchase, in a sentence. */
export function minimumOrderText({ minimumOrderShares }: Pick<OfferingView, 'minimumOrderShares'>): string {
  return `The minimum order is ${counted(minimumOrderShares, 'share')}, or all that remain if they are fewer.`;
}

/** The lender's part of the proceeds, in a sentence. */
function repaymentText({ mortgageRepaymentCents }: Pick<OfferingView, 'mortgageRepaymentCents'>): string {
  return `${formatUsd(mortgageRepaymentCents)} of the proceeds repays the mortgage first.`;
}

interface OfferingSummaryProps {
  offering: OfferingView;
  rejected: boolean;
  className?: string;
}

/**
 * The state of an offering, its deadline, and the way of the money, in plain words; nothing for a rejected property
 * that has sold no share.
 */
export function OfferingSummary({ offering, rejected, className }: OfferingSummaryProps) {
  const { state, closesAt, raisedCents } = offering;
  if (rejected && (state === 'open' || (state !== 'failed' && raisedCents === 0))) return null;
  return (
    <section
      aria-label="Escrow"
      className={joinClasses('rounded-field border border-line bg-paper px-4 py-3 text-sm', className)}
    >
      <p className="flex flex-wrap items-center justify-between gap-2">
        {state === 'open' && closesAt === null ? (
          <span className="font-semibold">Waiting for approval</span>
        ) : (
          <OfferingStateBadge offering={offering} />
        )}
        {closesAt !== null && (
          // A page that the server has rendered may be a moment older.
          <span className="font-semibold" suppressHydrationWarning>
            {timeLeft(closesAt)}
          </span>
        )}
      </p>
      {offering.minimumShares > 0 && state !== 'failed' && (
        <p className="mt-2">
          Raised <strong className="amount font-semibold">{raisedText(offering)}</strong>
        </p>
      )}
      {offering.minimumOrderShares > 1 && state !== 'failed' && state !== 'closed' && (
        <p className="mt-1">{minimumOrderText(offering)}</p>
      )}
      {offering.mortgageRepaymentCents > 0 && state !== 'failed' && (
        <p className="mt-1">{repaymentText(offering)}</p>
      )}
      <p className="mt-1 text-muted">{explanationOf(offering)}</p>
      {offering.hold && (
        <p className="mt-2 border-t border-line pt-2">
          <span className="font-semibold">Payout on hold since {formatDate(offering.hold.since)}.</span> Until
          it is lifted, the owner is paid nothing from escrow.
          {offering.hold.reason && (
            <span className="block wrap-anywhere">Reason: {offering.hold.reason}</span>
          )}
        </p>
      )}
    </section>
  );
}

/** The effect of a decision on the money of an offering. */
export function explanationOf(offering: OfferingView): string {
  const { state, minimumShares, fundingDays, deadline, closesAt, raisedCents, targetCents, refunded } =
    offering;
  if (state === 'failed') {
    return refunded
      ? 'The offering failed. Every investor got a full refund, fees included.'
      : 'The offering failed. Every investor gets a full refund, fees included.';
  }
  if (state === 'closed')
    return 'Every share of this offering is sold. Shares change hands on the resale marketplace.';
  if (state !== 'open' && offering.hold) {
    const past = minimumShares === 0 ? 'has no minimum' : 'is past its minimum';
    return `This offering ${past}, so purchases are final. What is in escrow stays there while the payout is on hold.`;
  }
  if (state !== 'open') {
    return minimumShares === 0
      ? 'This offering has no minimum: a purchase is final, and its money goes to the owner within the hour.'
      : 'This offering is past its minimum and the owner has been paid, so purchases are final.';
  }
  if (deadline === null) {
    return `The offering has ${counted(fundingDays, 'day')} from approval to reach its minimum. Until then the money is held in escrow.`;
  }
  if (closesAt === null) {
    return 'The money stays in escrow until the property is approved again. If it is rejected, every investor gets a full refund, fees included.';
  }
  if (raisedCents >= targetCents && offering.hold) {
    return 'The minimum is reached. The money stays in escrow while the payout is on hold.';
  }
  if (raisedCents >= targetCents) {
    return `The minimum is reached. The owner is paid on ${formatDate(closesAt)}, unless buyers cancel within their ${CANCELLATION_HOURS} hours.`;
  }
  return `The money is held in escrow. If the offering falls short by ${formatDate(deadline)}, investors get all of it back, fees included. A purchase can be canceled within ${CANCELLATION_HOURS} hours.`;
}
