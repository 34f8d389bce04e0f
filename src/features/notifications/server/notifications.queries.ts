import { and, count, desc, eq, isNull, lt } from 'drizzle-orm';
import { notificationPreferences, notifications } from '#db/schema/notifications.ts';
import { cursorPart, readCursor } from '#platform/server/database/cursors.ts';
import type { Database, Queryable } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { Notification, NotificationPreferences } from '../notifications.contract.ts';
import { DEFAULT_PREFERENCES } from '../notifications.rules.ts';

function viewOf(row: typeof notifications.$inferSelect): Notification {
  const { id, type, priority, title, message, actionUrl, createdAt, readAt } = row;
  return {
    id,
    type,
    priority,
    title,
    message,
    date: createdAt.toISOString(),
    read: readAt !== null,
    actionUrl,
  };
}

/** The caller's notifications, newest first. */
export async function list(
  db: Database,
  actor: UserActor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const [last] = cursor === undefined ? [] : readCursor(cursor, cursorPart.uuid);
  const before = last === undefined ? undefined : lt(notifications.id, last);
  const found = await db
    .select()
    .from(notifications)
    .where(and(eq(notifications.userId, actor.userId), before))
    .orderBy(desc(notifications.id))
    .limit(limit + 1);
  const items = found.slice(0, limit).map(viewOf);
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/** How many notifications the caller has not read, for the bell. */
export async function unreadCount(db: Database, actor: UserActor): Promise<{ unread: number }> {
  const [found] = await db
    .select({ unread: count() })
    .from(notifications)
    .where(and(eq(notifications.userId, actor.userId), isNull(notifications.readAt)));
  return { unread: found?.unread ?? 0 };
}

/** Which notifications a user gets, and by which channels. */
export async function preferencesOf(db: Queryable, userId: string): Promise<NotificationPreferences> {
  const [row] = await db
    .select()
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId));
  if (!row) return DEFAULT_PREFERENCES;
  const { userId: _, updatedAt: __, ...preferences } = row;
  return preferences;
}
