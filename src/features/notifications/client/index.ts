export { DeviceMessages } from './device-messages.tsx';
export { NotificationBell } from './notification-bell.tsx';
export { preferencesOptions } from './notification-queries.ts';
