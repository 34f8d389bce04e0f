import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { properties } from '#db/schema/properties.ts';
import { valuationDecisions, valuations } from '#db/schema/valuations.ts';
import { nextHolderPage } from '#features/ledger/server/index.ts';
import { MAX_NOTIFIED_PEOPLE, notifyAll } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';
import { valueBasisText } from '../valuations.rules.ts';

/**
 * Notifies the next holders of a property that a valuation changed the value of their shares by so much that trading is
 * halted. Holders are those of the moment of the decision, the owner aside. Idempotent by `requestId`.
 */
export const notifyHolders = defineCommand({
  name: 'valuations.notifyHolders',
  input: z.strictObject({ valuationId: z.uuid(), after: z.string(), requestId }),
  access: 'system',
  async run(run, { valuationId, after }): Promise<{ last: string | null }> {
    const { tx } = run;
    const [found] = await tx
      .select({ valuation: valuations, decision: valuationDecisions, property: properties })
      .from(valuations)
      .innerJoin(valuationDecisions, eq(valuationDecisions.valuationId, valuations.id))
      .innerJoin(properties, eq(properties.id, valuations.propertyId))
      .where(eq(valuations.id, valuationId));
    const { valuation, decision, property } = present(found, 'an approved valuation');
    const { beforeCents, afterCents, decidedAt } = decision;
    const before = present(beforeCents, 'the value before');
    const now = present(afterCents, 'the value afterwards');
    const next = { afterId: after, maxIds: MAX_NOTIFIED_PEOPLE };
    const { query, last } = await nextHolderPage(tx, property.id, decidedAt, next);
    const holders = await rows<{ userId: string; shares: number }>(
      tx,
      sql`select h.user_id as "userId", h.shares::float8 as shares
          from (${query}) h
          where h.user_id <> ${property.ownerId} order by h.user_id`,
    );
    const basis = valueBasisText(valuation);
    await notifyAll(
      run,
      holders.map(({ userId, shares }) => ({
        userId,
        type: 'property',
        priority: 'high',
        title: now > before ? 'Your shares are worth more' : 'Your shares are worth less',
        message: `Based on the ${basis}, a share of ${property.name} is now worth ${formatUsdExact(now)} instead of ${formatUsdExact(before)}; your ${counted(shares, 'share is', 'shares are')} worth ${formatUsdExact(now * shares)}. Trading is halted until midnight UTC.`,
        actionUrl: `/property/${property.id}`,
      })),
    );
    return { last };
  },
  audit: ({ valuationId, after }) => ({ subject: `valuation:${valuationId}`, details: { after } }),
});
