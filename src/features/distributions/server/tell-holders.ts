import { and, eq, gt, lte } from 'drizzle-orm';
import { z } from 'zod';
import { distributionPayouts, distributions } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { distributionId } from '../distributions.contract.ts';
import { RECEIVED } from '../distributions.events.ts';
import { quarterName } from '../distributions.rules.ts';

/** Tells the holders of one chunk what they were paid, and their open screens that their money changed. */
export const tellHolders = defineCommand({
  name: 'distributions.tellHolders',
  input: z.strictObject({ id: distributionId, after: z.int(), through: z.int(), requestId }),
  access: 'system',
  async run(run, { id, after, through }) {
    const { tx, emit } = run;
    const paid = await tx
      .select({ payout: distributionPayouts, quarter: distributions.quarter, property: properties })
      .from(distributionPayouts)
      .innerJoin(distributions, eq(distributions.id, distributionPayouts.distributionId))
      .innerJoin(properties, eq(properties.id, distributions.propertyId))
      .where(
        and(
          eq(distributionPayouts.distributionId, id),
          gt(distributionPayouts.position, after),
          lte(distributionPayouts.position, through),
          gt(distributionPayouts.amountCents, 0),
        ),
      );
    for (const { payout } of paid) {
      emit({ type: RECEIVED, userId: payout.userId, payload: { distributionId: id } });
    }
    await notifyAll(
      run,
      paid.map(({ payout, quarter, property }) => ({
        userId: payout.userId,
        type: 'distribution',
        priority: 'medium',
        title: 'Distribution received',
        message: `${property.name} paid you ${formatUsdExact(payout.amountCents)} for ${quarterName(quarter)}.`,
        actionUrl: `/statement/${id}`,
      })),
    );
    return { told: paid.length };
  },
  audit: ({ id }, { told }) => ({ subject: `distribution:${id}`, details: { told } }),
});
