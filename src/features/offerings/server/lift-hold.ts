import { eq } from 'drizzle-orm';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { notify } from '#features/notifications/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import type { ApprovalRule } from '#platform/server/commands/approval.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { liftHoldInput, type OfferingView, offeringErrors } from '../offerings.contract.ts';
import { HOLD_LIFTED } from '../offerings.events.ts';
import { lockReviewedOffering, viewAfterReview } from './reviewed-offering.ts';

const liftHoldApproval: ApprovalRule<{ id: number }> = {
  async describe(tx, { id }) {
    const [found] = await tx
      .select({ name: properties.name, holdReason: offerings.holdReason })
      .from(offerings)
      .innerJoin(properties, eq(properties.id, offerings.propertyId))
      .where(eq(offerings.propertyId, id));
    if (!found) throw new DomainError(offeringErrors.PROPERTY_NOT_FOUND);
    return {
      subject: `property:${id}`,
      title: `Lift the payout hold on ${found.name}`,
      facts: [
        { label: 'Property', value: found.name },
        { label: 'On hold because', value: found.holdReason ?? 'Not on hold' },
      ],
      path: '/admin-panel',
    };
  },
};

/**
 * Lifts the hold on an offering's escrow; the next run of the jobs pays out money that is due.
 * @throws PROPERTY_NOT_FOUND, OWN_PROPERTY, NOT_ON_HOLD
 */
export const liftHold = defineCommand({
  name: 'offerings.liftHold',
  input: liftHoldInput,
  access: 'admin',
  needsApproval: liftHoldApproval,
  async run(run, { id }): Promise<OfferingView> {
    const { tx, actor, now, emit } = run;
    const reviewed = await lockReviewedOffering(tx, actor, id);
    const { property, offering } = reviewed;
    if (offering.holdReason === null) throw new DomainError(offeringErrors.NOT_ON_HOLD);
    await tx
      .update(offerings)
      .set({ holdReason: null, heldAt: null, heldBy: null })
      .where(eq(offerings.propertyId, id));
    const payload = { propertyId: id, reason: null, at: now.toISOString() };
    emit(HOLD_LIFTED, { userId: property.ownerId, broadcast: { propertyId: id }, payload });
    await notify(run, {
      userId: property.ownerId,
      type: 'property',
      priority: 'medium',
      title: 'Payout hold lifted',
      message: `The money in escrow for ${property.name} is no longer on hold.`,
      actionUrl: `/property/${id}`,
      always: true,
    });
    return viewAfterReview(tx, reviewed);
  },
  audit: ({ id }) => ({ subject: `property:${id}` }),
});
