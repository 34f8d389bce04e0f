import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { notifications } from '#db/schema/notifications.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { NOTIFICATIONS_CHANGED } from '../notifications.events.ts';

/** Marks all of the caller's notifications as read. */
export const markAllRead = defineCommand({
  name: 'notifications.markAllRead',
  input: z.strictObject({}),
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, now, emit }) {
    const unread = and(eq(notifications.userId, actor.userId), isNull(notifications.readAt));
    const marked = await tx
      .update(notifications)
      .set({ readAt: now })
      .where(unread)
      .returning({ id: notifications.id });
    emit(NOTIFICATIONS_CHANGED, { userId: actor.userId, payload: {} });
    return { marked: marked.length };
  },
  audit: (_, { marked }, actor) => ({
    subject: `user:${actor.userId}`,
    details: { marked },
  }),
});
