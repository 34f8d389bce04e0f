import { DAY, HOUR } from '#kernel/time.ts';
import type { EmailFrequency, NotificationPreferences, NotificationType } from './notifications.contract.ts';

/** The preferences of a person who has chosen none: everything but push. */
export const DEFAULT_PREFERENCES: NotificationPreferences = {
  distributions: true,
  governance: true,
  propertyUpdates: true,
  achievements: true,
  systemUpdates: true,
  emailNotifications: true,
  pushNotifications: false,
  emailFrequency: 'immediate',
};

/** When digests are mailed, in hours after midnight UTC. */
export const DIGEST_HOUR = 8;

const FIRST_MONDAY = Date.UTC(1970, 0, 5);

/** The first moment after `now` at which a person's digest is mailed: at 08:00 UTC of each day, or of each Monday. */
export function nextDigestAt(frequency: Exclude<EmailFrequency, 'immediate'>, now: Date): Date {
  const period = frequency === 'daily' ? DAY : 7 * DAY;
  const first = FIRST_MONDAY + DIGEST_HOUR * HOUR;
  const passed = Math.floor((now.getTime() - first) / period);
  return new Date(first + (passed + 1) * period);
}

/** So many notifications of one type in a row and on one day are shown as one. */
const MIN_GROUP_ITEMS = 3;

/** Notifications in the order given: single ones, and runs of the same type on the same day as groups. */
export function groupsOf<Item extends { type: NotificationType; date: string }>(
  items: readonly Item[],
  dayOf: (date: string) => string,
): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last?.type === item.type && dayOf(last.date) === dayOf(item.date)) run.push(item);
    else runs.push([item]);
  }
  return runs.flatMap((run) => (run.length < MIN_GROUP_ITEMS ? run.map((item) => [item]) : [run]));
}

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
