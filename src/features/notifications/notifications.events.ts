import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** A person got a notification. */
export const NOTIFIED = defineEvent('notifications.notified', z.object({ notificationId: z.string() }));
/** A person read or deleted notifications, or changed their preferences. */
export const NOTIFICATIONS_CHANGED = defineEvent('notifications.changed');

declare module '#kernel/events.ts' {
  interface SliceEvents {
    notifications: typeof import('./notifications.events.ts');
  }
}
