import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { properties } from '#db/schema/properties.ts';
import { nextHolderPage } from '#features/ledger/server/index.ts';
import { MAX_NOTIFIED_PEOPLE, notifyAll } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { monthName } from '#kernel/months.ts';
import { propertyId, requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';
import { month } from '../distributions.contract.ts';

/** Notifies the next holders of a property that a month was reported late. Idempotent by `requestId`. */
export const notifyLateReport = defineCommand({
  name: 'distributions.notifyLateReport',
  input: z.strictObject({ propertyId, month, after: z.string(), requestId }),
  access: 'system',
  async run(run, { propertyId, month, after }): Promise<{ last: string | null }> {
    const { tx, now } = run;
    const [found] = await tx
      .select({ name: properties.name })
      .from(properties)
      .where(eq(properties.id, propertyId));
    const { name } = present(found, 'a reported property');
    const next = { afterId: after, maxIds: MAX_NOTIFIED_PEOPLE };
    const { query, last } = await nextHolderPage(tx, propertyId, now, next);
    const holders = await rows<{ userId: string }>(
      tx,
      sql`select user_id as "userId" from (${query}) h order by user_id`,
    );
    await notifyAll(
      run,
      holders.map(({ userId }) => ({
        userId,
        type: 'distribution',
        priority: 'medium',
        title: 'Rent reported late',
        message: `${name} reported its rent for ${monthName(month)} after it was due, so the distribution will be late.`,
        actionUrl: `/property/${propertyId}`,
      })),
    );
    return { last };
  },
  audit: ({ propertyId, month, after }) => ({
    subject: `report:${propertyId}-${month}`,
    details: { after },
  }),
});
