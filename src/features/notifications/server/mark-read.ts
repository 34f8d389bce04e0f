import { and, eq, sql } from 'drizzle-orm';
import { notifications } from '#db/schema/notifications.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { notificationInput } from '../notifications.contract.ts';
import { NOTIFICATIONS_CHANGED } from '../notifications.events.ts';

/** Marks one of the caller's notifications as read; for another person's the answer is the same as for a missing one. */
export const markRead = defineCommand({
  name: 'notifications.markRead',
  input: notificationInput,
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, now, emit }, { id }) {
    const own = and(eq(notifications.id, id), eq(notifications.userId, actor.userId));
    const marked = await tx
      .update(notifications)
      .set({ readAt: sql`coalesce(${notifications.readAt}, ${now.toISOString()}::timestamptz)` })
      .where(own)
      .returning({ id: notifications.id });
    if (marked.length === 0) throw new DomainError(commonErrors.NOT_FOUND);
    emit(NOTIFICATIONS_CHANGED, { userId: actor.userId, payload: {} });
    return { read: true as const };
  },
  audit: ({ id }) => ({ subject: `notification:${id}` }),
});
