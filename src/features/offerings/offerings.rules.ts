import type { Affiliation } from '#features/ownership/ownership.contract.ts';
import type { ErrorDefinition } from '#kernel/errors.ts';
import { type Cents, multiply } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { after, DAY, formatDate, HOUR } from '#kernel/time.ts';
import { CANCELLATION_HOURS } from './cancellation.contract.ts';
import { type OfferingView, offeringErrors } from './offerings.contract.ts';

/** Time to cancel a purchase while its offering is open. */
export const CANCELLATION_WINDOW_MS = CANCELLATION_HOURS * HOUR;

type OfferingStatus = 'open' | 'funded' | 'failed';

/** The review status of the property. */
type ReviewStatus = 'pending' | 'approved' | 'rejected';

interface Progress {
  minimumShares: number;
  soldShares: number;
  /** When the newest purchase that is not refunded was made; null while there is none. */
  lastPurchaseAt: Date | null;
}

/** First state of an offering: one without a minimum cannot fail, so there is nothing to wait for. */
export function firstStatus(minimumShares: number): 'open' | 'funded' {
  return minimumShares === 0 ? 'funded' : 'open';
}

/** When an offering that begins now has its deadline; without a minimum it has none. */
export function deadlineOf(
  { minimumShares, fundingDays }: { minimumShares: number; fundingDays: number },
  now: Date,
): Date | null {
  return minimumShares === 0 ? null : after(now, fundingDays * DAY);
}

/**
 * Whether an offering begins when its property is approved, for the first time or again. A funded one continues, and
 * so does one that runs and has sold shares.
 */
export function beginsAtApproval(offering: {
  status: OfferingStatus;
  hasDeadline: boolean;
  soldShares: number;
}): boolean {
  const { status, hasDeadline, soldShares } = offering;
  return status === 'failed' || (status === 'open' && !(hasDeadline && soldShares > 0));
}

/** Until when an offering would run if its property were approved now; null without a minimum. */
export function deadlineAtApproval(
  { state, minimumShares, fundingDays, deadline }: OfferingView,
  soldShares: number,
  now: Date,
): Date | null {
  const status = state === 'closed' ? 'funded' : state;
  if (status === 'funded') return null;
  if (beginsAtApproval({ status, hasDeadline: deadline !== null, soldShares }))
    return deadlineOf({ minimumShares, fundingDays }, now);
  return deadline === null ? null : new Date(deadline);
}

/** Until when an offering would be open if its property were approved now, in words. */
export function closingText(deadline: Date | null, now: Date): string {
  if (deadline === null) return 'No closing date';
  if (deadline <= now) return `Right away: its deadline was ${formatDate(deadline)}`;
  return `${formatDate(deadline)}, or sooner if the minimum is sold`;
}

/**
 * When an open offering closes as things are now: at its deadline, or sooner, once its minimum is sold and nobody can
 * still cancel.
 */
export function closesAt(offering: Progress & { deadline: Date }): Date {
  const { minimumShares, soldShares, lastPurchaseAt, deadline } = offering;
  if (soldShares < minimumShares || lastPurchaseAt === null) return deadline;
  return cancellableUntil(lastPurchaseAt, deadline);
}

/**
 * The outcome of an open offering now: funded, failed, or null while it continues. It fails when its property is
 * rejected, and is not funded while the property is in review or its payout is on hold.
 */
export function closingOf(
  offering: Progress & { deadline: Date; review: ReviewStatus; onHold: boolean },
  now: Date,
): 'funded' | 'failed' | null {
  if (offering.review === 'rejected') return 'failed';
  if (now < closesAt(offering)) return null;
  if (offering.soldShares < offering.minimumShares) return 'failed';
  return mayRelease(offering) ? 'funded' : null;
}

/** Whether money may leave escrow for the owner: the property is approved, and no hold is on it. */
export function mayRelease({ review, onHold }: { review: ReviewStatus; onHold: boolean }): boolean {
  return review === 'approved' && !onHold;
}

/** Until when a purchase can be canceled; the deadline of its offering ends it sooner. */
export function cancellableUntil(boughtAt: Date, deadline: Date): Date {
  return new Date(Math.min(boughtAt.getTime() + CANCELLATION_WINDOW_MS, deadline.getTime()));
}

/** Why other terms are refused, or null: they bind from the first purchase, and a closed offering has none. */
export function refuseTerms(facts: {
  status: OfferingStatus;
  soldShares: number;
  totalShares: number;
  minimumShares: number;
  minimumOrderShares: number;
  mortgageRepaymentCents: Cents;
  pricePerShareCents: Cents;
}): ErrorDefinition | null {
  if (facts.status === 'failed') return offeringErrors.OFFERING_CLOSED;
  if (facts.soldShares > 0) return offeringErrors.OFFERING_HAS_PURCHASES;
  if (facts.minimumShares > facts.totalShares) return offeringErrors.MINIMUM_TOO_HIGH;
  if (facts.minimumOrderShares > facts.totalShares) return offeringErrors.MINIMUM_ORDER_TOO_HIGH;
  return refuseRepayment(facts);
}

/** Why a mortgage repayment is refused, or null: a funded offering brings all of it, so that no debt is left over. */
export function refuseRepayment(terms: {
  mortgageRepaymentCents: Cents;
  minimumShares: number;
  pricePerShareCents: Cents;
}): ErrorDefinition | null {
  const leastCents = multiply(terms.pricePerShareCents, terms.minimumShares);
  return terms.mortgageRepaymentCents > leastCents ? offeringErrors.REPAYMENT_TOO_HIGH : null;
}

/** The minimum of an offering and the amount raised, in cents. */
export function raisedOf(
  { minimumShares }: { minimumShares: number },
  { soldShares, pricePerShareCents }: { soldShares: number; pricePerShareCents: Cents },
): { targetCents: Cents; raisedCents: Cents } {
  return {
    targetCents: multiply(pricePerShareCents, minimumShares),
    raisedCents: multiply(pricePerShareCents, soldShares),
  };
}

/** Why an offering failed that missed its minimum, for everyone who sees the property. */
export function shortfallReason(facts: { soldShares: number; minimumShares: number; now: Date }): string {
  const { soldShares, minimumShares, now } = facts;
  const sold = `${soldShares.toLocaleString('en-US')} of at least ${counted(minimumShares, 'share')}`;
  return `The offering failed: it sold ${sold} by ${formatDate(now)}. Every purchase is refunded in full.`;
}

/** Reason why the offering of a rejected property failed, with the reviewer's text. */
export function rejectionReason(reason: string | null): string {
  const text =
    'The offering failed: the property was rejected in review. Every purchase is refunded in full.';
  return reason ? `${text} Reason: ${reason}` : text;
}

/** Why a person cannot buy while an offering is open, by how they are tied to the owner. */
const ownOfferingText = {
  owner:
    'You own this property, so you cannot buy its shares while the offering is open: other investors have to reach the minimum.',
  taxNumber:
    "Your verified tax number matches the owner's, so you cannot buy its shares while the offering is open: other investors have to reach the minimum.",
} as const satisfies Record<Affiliation, string>;

/** Why the viewer cannot buy in this offering, or null. */
export function ownOfferingReason(property: {
  viewerAffiliation: Affiliation | null;
  offering: Pick<OfferingView, 'state'>;
}): string | null {
  const { viewerAffiliation, offering } = property;
  return viewerAffiliation && offering.state === 'open' ? ownOfferingText[viewerAffiliation] : null;
}

const unaffectedSharesText =
  'You keep your shares. Any of your money still in escrow stays there, and comes back with its fees if the property is rejected.';

/** Text about a holder's shares while their property is not on the market. */
export const heldSharesText = {
  open: 'Your money stays in escrow until the property is approved again. If it is rejected, you get it all back, fees included.',
  funded: unaffectedSharesText,
  failed:
    'The offering failed. Everything you paid, fees included, is on its way back to your available cash.',
  closed: unaffectedSharesText,
} as const satisfies Record<OfferingView['state'], string>;

/** Text of an offering's state for people. "Funded" is used for how much is sold. */
export const offeringStateLabel = {
  open: 'Open',
  funded: 'Minimum reached',
  failed: 'Failed',
  closed: 'Closed',
} as const satisfies Record<OfferingView['state'], string>;
