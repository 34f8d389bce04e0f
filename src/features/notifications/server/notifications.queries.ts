import { and, count, desc, eq, inArray, isNull, lt } from 'drizzle-orm';
import { distributionPayouts, distributions } from '#db/schema/distributions.ts';
import { notificationPreferences, notifications } from '#db/schema/notifications.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import type { Database, Queryable } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { Notification, NotificationPreferences } from '../notifications.contract.ts';
import { DEFAULT_PREFERENCES, DISTRIBUTION_RECEIVED } from '../notifications.rules.ts';

type NotificationRow = typeof notifications.$inferSelect;
type Payout = NonNullable<Notification['payout']>;

function viewOf(row: NotificationRow, payouts: ReadonlyMap<string, Payout>): Notification {
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
    payout: payouts.get(statementOf(row) ?? '') ?? null,
  };
}

/** The distribution whose payment the notification is about. */
function statementOf({ title, actionUrl }: NotificationRow): string | null {
  return title === DISTRIBUTION_RECEIVED ? (actionUrl?.split('/statement/')[1] ?? null) : null;
}

/** The caller's payouts in these notifications, by notification id. */
async function payoutsOf(db: Database, actor: UserActor, found: readonly NotificationRow[]) {
  const ids = found.flatMap((row) => statementOf(row) ?? []);
  if (ids.length === 0) return new Map<string, Payout>();
  const paid = await db
    .select({
      id: distributions.id,
      quarter: distributions.quarter,
      amountCents: distributionPayouts.amountCents,
    })
    .from(distributionPayouts)
    .innerJoin(distributions, eq(distributions.id, distributionPayouts.distributionId))
    .where(and(eq(distributionPayouts.userId, actor.userId), inArray(distributions.id, ids)));
  return new Map(paid.map(({ id, ...payout }) => [id, payout]));
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
  const { items: shown, nextCursor } = cutPage(found, limit, (last) => last.id);
  const payouts = await payoutsOf(db, actor, shown);
  const items = shown.map((row) => viewOf(row, payouts));
  return { items, nextCursor };
}

/** Number of the caller's unread notifications, for the bell. */
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
