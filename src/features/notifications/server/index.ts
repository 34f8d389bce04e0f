export { type NewNotification, notify, notifyAll } from './notify.ts';
export { setChannels } from './set-preferences.ts';
