import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { showOnDevice, useDevicePermission } from './device.ts';
import { newestOptions, preferencesOptions } from './notification-queries.ts';

/**
 * Shows new notifications on this device while the page is in the background, if the person switched push on and the
 * browser allows it. Notifications from before the page was opened are not shown.
 */
export function DeviceMessages(): null {
  const router = useRouter();
  const permission = useDevicePermission();
  const { data: wanted } = useQuery({ ...preferencesOptions(), select: (data) => data.pushNotifications });
  const { data: newest } = useQuery({
    ...newestOptions(),
    enabled: wanted === true && permission === 'granted',
    select: ({ items: [item = null] }) => item,
  });
  const seen = useRef<string | null | undefined>(undefined);

  useEffect(() => {
    if (newest === undefined) return;
    const before = seen.current;
    seen.current = newest?.id ?? null;
    if (before === undefined || newest === null || before === newest.id) return;
    if (newest.read || !document.hidden) return;
    const { actionUrl } = newest;
    showOnDevice(newest, () => void router.history.push(actionUrl ?? '/notifications'));
  }, [newest, router]);
  return null;
}
