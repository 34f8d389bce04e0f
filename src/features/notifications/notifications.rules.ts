import type { NotificationPreferences, NotificationType } from './notifications.contract.ts';

/** The preferences of a person who has chosen none: everything but push. */
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  distributions: true,
  governance: true,
  propertyUpdates: true,
  achievements: true,
  systemUpdates: true,
  emailNotifications: true,
  pushNotifications: false,
};

/** The preference that switches notifications of a type on or off. */
export const preferenceOfType = {
  distribution: 'distributions',
  governance: 'governance',
  property: 'propertyUpdates',
  achievement: 'achievements',
  system: 'systemUpdates',
} as const satisfies Record<NotificationType, keyof NotificationPreferences>;

/** Whether a person gets a notification of this type. `always` is for decisions about their account. */
export function isWanted(
  preferences: NotificationPreferences,
  { type, always }: { type: NotificationType; always: boolean },
): boolean {
  return always || preferences[preferenceOfType[type]];
}
