import { and, eq, inArray, sql } from 'drizzle-orm';
import { approvalDecisions, approvalRequests } from '#db/schema/approvals.ts';
import { users } from '#db/schema/identity.ts';
import { notificationPreferences, notifications } from '#db/schema/notifications.ts';
import type { Transaction } from '#platform/server/database/db.ts';

/**
 * Removes someone's notifications and preferences, in the transaction that closes their account. If they were an admin,
 * other admins have notifications of their requests and decisions, which begin with their name: it is taken out.
 */
export async function eraseNotifications(
  tx: Transaction,
  { userId, name, closedName }: { userId: string; name: string; closedName: string },
): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.userId, userId));
  await tx.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId));
  const admins = tx.select({ id: users.id }).from(users).where(eq(users.role, 'admin'));
  const requested = tx
    .select({ at: approvalRequests.requestedAt })
    .from(approvalRequests)
    .where(eq(approvalRequests.requestedBy, userId));
  const decided = tx
    .select({ at: approvalDecisions.decidedAt })
    .from(approvalDecisions)
    .where(eq(approvalDecisions.decidedBy, userId));
  await tx
    .update(notifications)
    .set({ message: sql`${closedName} || substr(${notifications.message}, length(${name}::text) + 1)` })
    .where(
      and(
        inArray(notifications.userId, admins),
        inArray(notifications.createdAt, requested.union(decided)),
        sql`starts_with(${notifications.message}, ${`${name} `})`,
      ),
    );
}
