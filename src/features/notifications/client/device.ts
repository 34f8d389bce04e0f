import { useSyncExternalStore } from 'react';

/** Whether this browser shows messages of ours on this device; most phones do so only for installed apps. */
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

/** Has the browser ask, if it does not know yet; only a click may lead to this. */
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

/** Shows a message on this device, once for all tabs; a browser that cannot after all shows none. */
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
