import { eq, inArray, or, sql } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { notificationPreferences, notifications } from '#db/schema/notifications.ts';
import type { Transaction } from '#platform/server/database/db.ts';

/**
 * Removes someone's notifications and preferences, in the transaction that closes their account, and takes their name
 * out of the notifications of admins about approval requests.
 */
export async function forgetNotifications(
  tx: Transaction,
  { userId, name, closedName }: { userId: string; name: string; closedName: string },
): Promise<void> {
  await tx.delete(notifications).where(eq(notifications.userId, userId));
  await tx.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId));
  if (name.trim() === '') return;
  const admins = tx.select({ id: users.id }).from(users).where(eq(users.role, 'admin'));
  const contains = or(
    sql`position(${name} in ${notifications.message}) > 0`,
    sql`position(${name} in ${notifications.title}) > 0`,
  );
  await tx
    .update(notifications)
    .set({
      title: sql`replace(${notifications.title}, ${name}, ${closedName})`,
      message: sql`replace(${notifications.message}, ${name}, ${closedName})`,
    })
    .where(sql`${inArray(notifications.userId, admins)} and (${contains})`);
}
