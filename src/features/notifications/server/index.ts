export {
  GATHER_MAILS,
  NOTIFY_SECURITY_CHANGE,
  notificationJobs,
  RESET_PREFERENCES,
  SEND_RECEIPTS,
  skipReceipts,
} from './notifications.jobs.ts';
export { type NewNotification, notify, notifyAll, notifyEach } from './notify.ts';
export { setChannels } from './set-preferences.ts';
