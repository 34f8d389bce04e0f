/** A person got a notification. */
export const NOTIFIED = 'notifications.notified';
/** A person read or deleted notifications, or changed their preferences. */
export const NOTIFICATIONS_CHANGED = 'notifications.changed';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    notifications: typeof import('./notifications.events.ts');
  }
}
