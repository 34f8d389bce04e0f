import { eq } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { OFFERING_FAILED } from '#features/offerings/server/index.ts';
import { handlerFor } from '#platform/server/runtime/run.ts';

/** Takes a property off the market when its offering fails, in the transaction that closes the offering. */
export const leaveMarket = handlerFor(
  OFFERING_FAILED,
  async ({ tx, now }, { payload: { propertyId, reason } }) => {
    await tx
      .update(properties)
      .set({ status: 'rejected', statusReason: reason, rejectedAt: now, updatedAt: now })
      .where(eq(properties.id, propertyId));
  },
);
