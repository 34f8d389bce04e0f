import { and, eq, isNull, sql } from 'drizzle-orm';
import { notifications } from '#db/schema/notifications.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { NOTIFICATIONS_CHANGED } from '../notifications.events.ts';
import type { NewNotification } from './notify.ts';

/** Marks a notification that many people got as read, in the transaction of the command that makes it out of date. */
export async function markEachRead(
  { tx, now, emit }: Pick<Run, 'tx' | 'now' | 'emit'>,
  userIds: readonly string[],
  { type, message, actionUrl }: Required<Pick<NewNotification, 'type' | 'message' | 'actionUrl'>>,
): Promise<void> {
  const marked = await tx
    .update(notifications)
    .set({ readAt: now })
    .where(
      and(
        sql`${notifications.userId} = any(${textArray(userIds)})`,
        isNull(notifications.readAt),
        eq(notifications.type, type),
        eq(notifications.message, message),
        eq(notifications.actionUrl, actionUrl),
      ),
    )
    .returning({ userId: notifications.userId });
  for (const userId of new Set(marked.map((row) => row.userId))) {
    emit(NOTIFICATIONS_CHANGED, { userId, payload: {} });
  }
}
