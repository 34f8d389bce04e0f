import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { type OfferingView, setOfferingTermsInput } from '../offerings.contract.ts';
import { OFFERING_TERMS_SET } from '../offerings.events.ts';
import { refuseTerms } from '../offerings.rules.ts';
import { requireSameTerms, resetOffering } from './offering-terms.ts';
import { lockReviewedOffering, viewAfterReview } from './reviewed-offering.ts';

/**
 * Sets the terms of an offering of which nothing is sold: its minimum and its days, counted from now when it is on the
 * market. The balance of its available shares is locked first, so that nobody buys on terms that are being changed.
 * @throws PROPERTY_NOT_FOUND, OWN_PROPERTY, TERMS_CHANGED, OFFERING_CLOSED, OFFERING_HAS_PURCHASES, MINIMUM_TOO_HIGH,
 *   MINIMUM_ORDER_TOO_HIGH, REPAYMENT_TOO_HIGH
 */
export const setOfferingTerms = defineCommand({
  name: 'offerings.setOfferingTerms',
  input: setOfferingTermsInput,
  access: 'admin',
  needsApproval: false,
  async run({ tx, actor, now, emit }, input): Promise<OfferingView> {
    const { id, shownTerms, ...terms } = input;
    const { minimumShares, minimumOrderShares = 1 } = terms;
    const reviewed = await lockReviewedOffering(tx, actor, id);
    const { property, offering, availableShares } = reviewed;
    const { totalShares, pricePerShareCents } = property;
    requireSameTerms(offering, shownTerms);
    const soldShares = totalShares - availableShares;
    const { status, mortgageRepaymentCents } = offering;
    const refusal = refuseTerms({
      status,
      soldShares,
      totalShares,
      minimumShares,
      minimumOrderShares,
      mortgageRepaymentCents,
      pricePerShareCents,
    });
    if (refusal) throw new DomainError(refusal);
    const startsAt = property.status === 'approved' ? now : null;
    await resetOffering(tx, { propertyId: id, ...terms }, startsAt, now);
    emit(OFFERING_TERMS_SET, {
      userId: property.ownerId,
      broadcast: { propertyId: id },
      payload: { propertyId: id },
    });
    return viewAfterReview(tx, reviewed);
  },
  audit: ({ id, minimumShares, fundingDays }, { minimumOrderShares }) => ({
    subject: `property:${id}`,
    details: { minimumShares, fundingDays, minimumOrderShares },
  }),
});
