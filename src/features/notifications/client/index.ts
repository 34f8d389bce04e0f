export { DeviceMessages } from './device-messages.tsx';
export { NotificationBell } from './notification-bell.tsx';
