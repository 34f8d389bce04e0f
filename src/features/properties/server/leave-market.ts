import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { properties } from '#db/schema/properties.ts';
import { propertyId } from '#kernel/schemas.ts';
import type { InTransactionHandler } from '#platform/server/runtime/run.ts';

const failedOffering = z.object({ propertyId, reason: z.string() });

/** Takes a property off the market when its offering fails, in the transaction that closes the offering. */
export const leaveMarket: InTransactionHandler = async ({ tx, now }, { payload }) => {
  const { propertyId, reason } = failedOffering.parse(payload);
  await tx
    .update(properties)
    .set({ status: 'rejected', statusReason: reason, rejectedAt: now, updatedAt: now })
    .where(eq(properties.id, propertyId));
};
