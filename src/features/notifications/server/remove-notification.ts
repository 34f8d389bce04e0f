import { and, eq } from 'drizzle-orm';
import { notifications } from '#db/schema/notifications.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { notificationInput } from '../notifications.contract.ts';
import { NOTIFICATIONS_CHANGED } from '../notifications.events.ts';

/** Deletes one of the caller's notifications; for another person's the answer is the same as for a missing one. */
export const removeNotification = defineCommand({
  name: 'notifications.removeNotification',
  input: notificationInput,
  access: 'signedIn',
  whileFrozen: true,
  async run({ tx, actor, emit }, { id }) {
    const own = and(eq(notifications.id, id), eq(notifications.userId, actor.userId));
    const removed = await tx.delete(notifications).where(own).returning({ id: notifications.id });
    if (removed.length === 0) throw new DomainError(commonErrors.NOT_FOUND);
    emit(NOTIFICATIONS_CHANGED, { userId: actor.userId, payload: {} });
    return { removed: true as const };
  },
  audit: ({ id }) => ({ subject: `notification:${id}` }),
});
