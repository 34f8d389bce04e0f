import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { notificationPreferences } from '#db/schema/notifications.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { NOTIFICATIONS_CHANGED } from '../notifications.events.ts';

/** Makes the defaults hold for a person again, when their account starts anew. */
export const resetPreferences = defineCommand({
  name: 'notifications.resetPreferences',
  input: z.strictObject({ userId: handle }),
  access: 'system',
  async run({ tx, emit }, { userId }) {
    await tx.delete(notificationPreferences).where(eq(notificationPreferences.userId, userId));
    emit({ type: NOTIFICATIONS_CHANGED, userId, payload: {} });
    return { reset: true as const };
  },
  audit: ({ userId }) => ({ subject: `user:${userId}` }),
});
