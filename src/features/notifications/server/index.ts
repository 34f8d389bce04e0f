export { type NewNotification, notify, notifyAll, notifyEach } from './notify.ts';
export { setChannels } from './set-preferences.ts';
