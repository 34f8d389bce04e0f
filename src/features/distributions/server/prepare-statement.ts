import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { distributions } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { notifyAdmins } from '#features/notifications/server/index.ts';
import { unreportedMonths } from '#features/properties/server/index.ts';
import { quarterName } from '#kernel/months.ts';
import { after } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { distributionId, propertyIdOf } from '../distributions.contract.ts';
import { STATEMENT_PREPARED } from '../distributions.events.ts';
import { PREPARATION_DELAY_MS, splitQuarter } from '../distributions.rules.ts';
import { countHeld, lockStatements } from './statements.ts';

/**
 * Prepares the statement of a quarter once it is over and every month until then is reported: counts the shares held at
 * the record date and splits the result. A statement that is not ready, or is prepared already, stays as it is.
 */
export const prepareStatement = defineCommand({
  name: 'distributions.prepareStatement',
  input: z.strictObject({ id: distributionId }),
  access: 'system',
  async run(run, { id }) {
    const { tx, now, emit } = run;
    const propertyId = propertyIdOf(id);
    await lockStatements(tx, propertyId);
    const [found] = await tx
      .select({ statement: distributions, property: properties })
      .from(distributions)
      .innerJoin(properties, eq(properties.id, distributions.propertyId))
      .where(eq(distributions.id, id));
    if (!found || (await readyStatements(tx, now, id)).length === 0) return { prepared: false };
    const { statement, property } = found;
    const { shares, holders } = await countHeld(tx, propertyId, statement.recordAt);
    const distributableCents = statement.availableCents - statement.reserveContributedCents;
    const split = splitQuarter({ ...property, distributableCents, shares });
    await tx
      .update(distributions)
      .set({ ...split, shares, holders, status: 'prepared', preparedAt: now })
      .where(eq(distributions.id, id));
    emit(STATEMENT_PREPARED, {
      userId: property.ownerId,
      broadcast: { audience: 'admins' },
      payload: { distributionId: id },
    });
    await notifyAdmins(run, {
      type: 'distribution',
      priority: 'medium',
      title: 'Statement awaiting approval',
      message: `The ${quarterName(statement.quarter)} statement for ${property.name} is awaiting your approval.`,
      actionUrl: '/admin-distributions',
    });
    return { prepared: true };
  },
  audit: ({ id }, { prepared }) => ({ subject: `distribution:${id}`, details: { prepared } }),
});

/**
 * Statements, or the one of this id, that can be prepared now: their quarter is over, every month of the property since
 * its approval is reported until then, and no earlier quarter waits.
 */
export async function readyStatements(
  db: Queryable,
  now: Date,
  id: string | null = null,
): Promise<{ id: string }[]> {
  const property = { id: sql`p.id`, approvedAt: sql`p.approved_at` };
  return rows<{ id: string }>(
    db,
    sql`select d.id from distributions d join properties p on p.id = d.property_id
        where d.status = 'open' ${id === null ? sql`` : sql`and d.id = ${id}`}
          and d.record_at <= ${after(now, -PREPARATION_DELAY_MS).toISOString()}::timestamptz
          and not exists (
            select 1 from distributions e
            where e.property_id = d.property_id and e.quarter < d.quarter and e.status in ('open', 'prepared', 'returned'))
          and ${unreportedMonths(property, sql`d.record_at`)} = 0
        order by d.quarter, d.property_id`,
  );
}
