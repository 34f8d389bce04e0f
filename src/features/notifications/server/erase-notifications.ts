import { and, eq, gte, lt, or, sql } from 'drizzle-orm';
import { approvalDecisions, approvalRequests } from '#db/schema/approvals.ts';
import { notificationPreferences, notifications } from '#db/schema/notifications.ts';
import { lowestId } from '#kernel/ids.ts';
import type { Transaction } from '#platform/server/database/db.ts';

/** What follows the name of the admin in notifications about requests and decisions. */
const AFTER_NAME =
  '^.*?( requested your approval:| has approved and carried out:| has declined:| has objected to your request:)';

/**
 * Removes someone's notifications and preferences, in the transaction that closes their account. If they were an admin,
 * others have notifications of their requests and decisions, which begin with the name that they had then: it is taken out.
 */
export async function eraseNotifications(
  tx: Transaction,
  { userId, closedName }: { userId: string; closedName: string },
): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.userId, userId));
  await tx.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId));
  const requested = tx
    .select({ at: approvalRequests.requestedAt })
    .from(approvalRequests)
    .where(eq(approvalRequests.requestedBy, userId));
  const decided = tx
    .select({ at: approvalDecisions.decidedAt })
    .from(approvalDecisions)
    .where(eq(approvalDecisions.decidedBy, userId));
  const moments = await requested.union(decided);
  if (moments.length === 0) return;
  await tx
    .update(notifications)
    .set({
      message: sql`regexp_replace(${notifications.message}, ${AFTER_NAME}::text, ${`${closedName}\\1`}::text)`,
    })
    .where(
      and(
        // By the ids, which begin with the moment and have an index.
        or(
          ...moments.map(({ at }) =>
            and(
              gte(notifications.id, lowestId(at.getTime())),
              lt(notifications.id, lowestId(at.getTime() + 1)),
            ),
          ),
        ),
        sql`${notifications.message} ~ ${AFTER_NAME}::text`,
      ),
    );
}
