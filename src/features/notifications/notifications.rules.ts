import type { NotificationPreferences, NotificationType } from './notifications.contract.ts';

/** What holds for a person who has chosen nothing: everything but push. */
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  distributions: true,
  governance: true,
  propertyUpdates: true,
  achievements: true,
  systemUpdates: true,
  emailNotifications: true,
  pushNotifications: false,
};

/** The preference that decides about notifications of a type. */
export const switchOfType = {
  distribution: 'distributions',
  governance: 'governance',
  property: 'propertyUpdates',
  achievement: 'achievements',
  system: 'systemUpdates',
} as const satisfies Record<NotificationType, keyof NotificationPreferences>;

/** Whether a person wants to be told of this; what decides about their account is told in any case. */
export function isWanted(
  preferences: NotificationPreferences,
  { type, always }: { type: NotificationType; always: boolean },
): boolean {
  return always || preferences[switchOfType[type]];
}
