/** A person was told something. */
export const NOTIFIED = 'notifications.notified';
/** A person read or deleted notifications, or changed what they want to be told. */
export const NOTIFICATIONS_CHANGED = 'notifications.changed';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    notifications: typeof import('./notifications.events.ts');
  }
}
