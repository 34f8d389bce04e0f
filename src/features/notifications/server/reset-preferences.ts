import { and, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { notificationPreferences } from '#db/schema/notifications.ts';
import { handle, instant } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { NOTIFICATIONS_CHANGED } from '../notifications.events.ts';

/** Restores a person's default preferences when their account is cleared. Later choices stay. */
export const resetPreferences = defineCommand({
  name: 'notifications.resetPreferences',
  input: z.strictObject({ userId: handle, at: instant }),
  access: 'system',
  async run({ tx, emit }, { userId, at }) {
    const own = eq(notificationPreferences.userId, userId);
    const isEarlier = lte(notificationPreferences.updatedAt, new Date(at));
    await tx.delete(notificationPreferences).where(and(own, isEarlier));
    emit(NOTIFICATIONS_CHANGED, { userId, payload: {} });
    return { reset: true as const };
  },
  audit: ({ userId }) => ({ subject: `user:${userId}` }),
});
