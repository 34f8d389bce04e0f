import { inArray } from 'drizzle-orm';
import { z } from 'zod';
import { properties } from '#db/schema/properties.ts';
import { WASH_SALES_RECORDED } from '#features/lots/server/index.ts';
import { notifyAll } from '#features/notifications/server/index.ts';
import { requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { lateWashSalesOf } from './late-wash-sales.ts';

/**
 * Notifies a person whose tax figures of a closed year were corrected by wash sales that were just recorded. Those that
 * were known when the year was closed are in its figures already. Idempotent by `requestId`.
 */
export const notifyOfLateWashSales = defineCommand({
  name: 'tax.notifyOfLateWashSales',
  input: z.strictObject({
    userId: z.string(),
    washSales: WASH_SALES_RECORDED.payload.shape.washSales,
    requestId,
  }),
  access: 'system',
  async run(run, { userId, washSales }) {
    const keyOf = (one: (typeof washSales)[number]) =>
      [one.tradeId, one.lotId, one.replacementLotId].join(' ');
    const recorded = new Set(washSales.map(keyOf));
    const late = (await lateWashSalesOf(run.tx, userId)).filter((one) => recorded.has(keyOf(one)));
    if (late.length === 0) return { corrected: 0 };
    const named = await run.tx
      .select({ id: properties.id, name: properties.name })
      .from(properties)
      .where(inArray(properties.id, [...new Set(late.map(({ propertyId }) => propertyId))]));
    const corrected = named.flatMap(({ id, name }) => {
      const years = late
        .filter(({ propertyId }) => propertyId === id)
        .map(({ soldAt }) => soldAt.getUTCFullYear());
      return [...new Set(years)].map((year) => ({ name, year }));
    });
    await notifyAll(
      run,
      corrected.map(({ name, year }) => ({
        userId,
        type: 'system',
        priority: 'high',
        title: 'Your tax figures were corrected',
        message: `Shares of ${name} that you bought replaced shares you sold at a loss in ${year}, so that loss is added to their cost basis. Use the corrected tax summary; one that you downloaded before is superseded.`,
        actionUrl: `/reports?tab=tax&year=${year}`,
        always: true,
      })),
    );
    return { corrected: corrected.length };
  },
  audit: ({ userId }, { corrected }) => ({ subject: `user:${userId}`, details: { corrected } }),
});
