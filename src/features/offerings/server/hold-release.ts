import { eq } from 'drizzle-orm';
import { offerings } from '#db/schema/offerings.ts';
import { notify } from '#features/notifications/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { holdReleaseInput, type OfferingView, offeringErrors } from '../offerings.contract.ts';
import { RELEASE_HELD } from '../offerings.events.ts';
import { lockReviewedOffering, viewAfterReview } from './reviewed-offering.ts';

/**
 * Holds the release of an offering's escrow, with a reason that the owner and the holders see: it is neither
 * funded nor paid out until the hold is lifted. Refunds continue, since they only return money to its payers.
 * @throws PROPERTY_NOT_FOUND, OWN_PROPERTY, OFFERING_CLOSED, ALREADY_ON_HOLD
 */
export const holdRelease = defineCommand({
  name: 'offerings.holdRelease',
  input: holdReleaseInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { id, reason }): Promise<OfferingView> {
    const { tx, actor, now, emit } = run;
    const reviewed = await lockReviewedOffering(tx, actor, id);
    const { property, offering } = reviewed;
    if (offering.status === 'failed') throw new DomainError(offeringErrors.OFFERING_CLOSED);
    if (offering.holdReason !== null) throw new DomainError(offeringErrors.ALREADY_ON_HOLD);
    await tx
      .update(offerings)
      .set({ holdReason: reason, heldAt: now, heldBy: actor.userId })
      .where(eq(offerings.propertyId, id));
    const payload = { propertyId: id, reason, at: now.toISOString() };
    emit(RELEASE_HELD, { userId: property.ownerId, broadcast: { propertyId: id }, payload });
    await notify(run, {
      userId: property.ownerId,
      type: 'property',
      priority: 'high',
      title: 'Payout on hold',
      message: `The money in escrow for ${property.name} is on hold. Reason: ${reason}`,
      actionUrl: `/property/${id}`,
      always: true,
    });
    return viewAfterReview(tx, reviewed);
  },
  audit: ({ id, reason }) => ({ subject: `property:${id}`, details: { reason: typed(reason) } }),
});
