export { DISTRIBUTION_RECEIVED } from '../notifications.rules.ts';
export { eraseNotifications } from './erase-notifications.ts';
export { markEachRead } from './mark-each-read.ts';
export {
  ENQUEUE_MAILS,
  SEND_RECEIPTS,
  skipReceipts,
} from './notifications.jobs.ts';
export {
  lastNotified,
  MAX_NOTIFIED_PEOPLE,
  type NewNotification,
  notify,
  notifyAll,
  notifyEach,
} from './notify.ts';
export { notifyAdmins } from './notify-admins.ts';
export { setChannels } from './set-preferences.ts';
export { unsubscribe } from './unsubscribe.ts';
export { UNSUBSCRIBE_PATH } from './unsubscribe-link.ts';
