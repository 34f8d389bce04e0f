import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { distributions } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { DISTRIBUTION_RECEIVED, notifyEach } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { quarterName } from '#kernel/months.ts';
import { requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { awaitAll, disableTableScans, usdExactText } from '#platform/server/database/db.ts';
import { distributionId } from '../distributions.contract.ts';
import { RECEIVED } from '../distributions.events.ts';
import { paidIn } from './payouts.ts';

/** Notifies the holders of one chunk of their payouts and updates their open screens. */
export const notifyHolders = defineCommand({
  name: 'distributions.notifyHolders',
  input: z.strictObject({ id: distributionId, after: z.int(), through: z.int(), requestId }),
  access: 'system',
  async run(run, chunk) {
    const { tx, emitEach } = run;
    const { id } = chunk;
    const [[found]] = await awaitAll([
      tx
        .select({ quarter: distributions.quarter, name: properties.name })
        .from(distributions)
        .innerJoin(properties, eq(properties.id, distributions.propertyId))
        .where(eq(distributions.id, id)),
      disableTableScans(tx),
    ]);
    const { name, quarter } = present(found, id);
    const notified = await notifyEach(run, {
      type: 'distribution',
      priority: 'medium',
      title: DISTRIBUTION_RECEIVED,
      actionUrl: `/statement/${id}`,
      recipients: sql`select user_id, ${`${name} paid you `}::text || ${usdExactText(sql`amount`)}
          || ${` for ${quarterName(quarter)}.`}::text as message
        from ${paidIn(chunk)}`,
    });
    await emitEach(RECEIVED, { payload: { distributionId: id } }, sql`select user_id from ${paidIn(chunk)}`);
    return { notified };
  },
  audit: ({ id }, { notified }) => ({ subject: `distribution:${id}`, details: { notified } }),
});
