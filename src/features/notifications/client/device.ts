import { useSyncExternalStore } from 'react';

/** Whether this browser shows our notifications on this device; most phones do so only for installed apps. */
export type DevicePermission = NotificationPermission | 'unsupported';

const permission = (): DevicePermission =>
  'Notification' in globalThis ? Notification.permission : 'unsupported';

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function useDevicePermission(): DevicePermission {
  return useSyncExternalStore(subscribe, permission);
}

/** Has the browser ask for permission, if it has not yet. Browsers allow this only after a click. */
export async function askDevice(): Promise<void> {
  if (permission() !== 'default') return;
  await Notification.requestPermission();
  for (const listener of listeners) listener();
}

interface DeviceMessage {
  id: string;
  title: string;
  message: string;
}

/** Shows a notification on this device, once for all tabs. Does nothing where the browser refuses. */
export function showOnDevice({ id, title, message }: DeviceMessage, onOpen: () => void): void {
  try {
    const shown = new Notification(title, { body: message, tag: id, icon: '/favicon.svg' });
    shown.onclick = () => {
      window.focus();
      shown.close();
      onOpen();
    };
  } catch {
    // Chrome on Android has the constructor, and refuses it outside a service worker.
  }
}
