import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { properties } from '#db/schema/properties.ts';
import { taxClassifications } from '#db/schema/tax.ts';
import { lastNotified, MAX_NOTIFIED_PEOPLE, notifyAll } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';

/**
 * Notifies the next batch of holders that the distributions of a year were classified for tax, or that the classification
 * was corrected. Idempotent by `requestId`.
 */
export const notifyHolders = defineCommand({
  name: 'tax.notifyHolders',
  input: z.strictObject({ classificationId: z.uuid(), after: z.string(), requestId }),
  access: 'system',
  async run(run, { classificationId, after }): Promise<{ last: string | null }> {
    const { tx } = run;
    const [found] = await tx
      .select({
        year: taxClassifications.year,
        version: taxClassifications.version,
        propertyName: properties.name,
      })
      .from(taxClassifications)
      .innerJoin(properties, eq(properties.id, taxClassifications.propertyId))
      .where(eq(taxClassifications.id, classificationId));
    const { year, version, propertyName } = present(found, 'a classification');
    const holders = await rows<{ userId: string }>(
      tx,
      sql`select user_id as "userId" from tax_allocations
          where classification_id = ${classificationId} and user_id > ${after}
          order by user_id limit ${MAX_NOTIFIED_PEOPLE}`,
    );
    const isFirst = version === 1;
    await notifyAll(
      run,
      holders.map(({ userId }) => ({
        userId,
        type: 'distribution',
        priority: isFirst ? 'medium' : 'high',
        title: isFirst ? 'Your distributions are classified for tax' : 'Your tax figures were corrected',
        message: isFirst
          ? `Your tax figures for ${year} now show how the distributions of ${propertyName} are taxed.`
          : `The tax treatment of the distributions of ${propertyName} in ${year} has changed. Use the corrected tax summary; the earlier one stays, marked as superseded.`,
        actionUrl: `/reports?tab=tax&year=${year}`,
        always: !isFirst,
      })),
    );
    return { last: lastNotified(holders.map(({ userId }) => userId)) };
  },
  audit: ({ classificationId, after }) => ({
    subject: `taxClassification:${classificationId}`,
    details: { after },
  }),
});
