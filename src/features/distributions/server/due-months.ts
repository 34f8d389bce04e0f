import { inArray } from 'drizzle-orm';
import { rentReports } from '#db/schema/distributions.ts';
import { groupBy } from '#kernel/group-by.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { reportableMonths } from '../distributions.rules.ts';

/**
 * By property, the months that its owner has still to report, the oldest first. `unreportedMonthsAt` counts
 * them in SQL.
 */
export async function dueMonths(
  db: Queryable,
  properties: readonly { id: number; approvedAt: Date | null }[],
  now: Date,
): Promise<Map<number, string[]>> {
  const ids = properties.map(({ id }) => id);
  const reported =
    ids.length === 0
      ? []
      : await db
          .select({ propertyId: rentReports.propertyId, month: rentReports.month })
          .from(rentReports)
          .where(inArray(rentReports.propertyId, ids));
  const reports = groupBy(reported, ({ propertyId }) => propertyId);
  return new Map(
    properties.map(({ id, approvedAt }) => {
      const done = new Set(reports.get(id)?.map(({ month }) => month));
      const over = approvedAt === null ? [] : reportableMonths(approvedAt, now);
      return [id, over.filter((month) => !done.has(month))];
    }),
  );
}
