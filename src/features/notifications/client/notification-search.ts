export interface NotificationSearch {
  view?: 'settings';
}

export function readNotificationSearch({ view }: Record<string, unknown>): NotificationSearch {
  return view === 'settings' ? { view } : {};
}
