export { GATHER_MAILS, notificationJobs, RESET_PREFERENCES } from './notifications.jobs.ts';
export { type NewNotification, notify, notifyAll, notifyEach } from './notify.ts';
export { setChannels } from './set-preferences.ts';
