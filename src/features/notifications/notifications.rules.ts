import { DAY, HOUR } from '#kernel/time.ts';
import type {
  EmailFrequency,
  Notification,
  NotificationPreferences,
  NotificationType,
} from './notifications.contract.ts';

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

/** How long a notification is stored; it is removed with others of its month, and so up to a month later. */
export const NOTIFICATION_RETENTION_DAYS = 365;

/** When digests are mailed, in hours after midnight UTC. */
export const DIGEST_HOUR = 8;

const FIRST_MONDAY = Date.UTC(1970, 0, 5);

/** The first moment after `at` at which a person's digest is mailed: 08:00 UTC of each day, or of each Monday. */
export function nextDigestAt(frequency: Exclude<EmailFrequency, 'immediate'>, at: Date): Date {
  const period = frequency === 'daily' ? DAY : 7 * DAY;
  const first = FIRST_MONDAY + DIGEST_HOUR * HOUR;
  const passed = Math.floor((at.getTime() - first) / period);
  return new Date(first + (passed + 1) * period);
}

/** The title of a payout's notification. */
export const DISTRIBUTION_RECEIVED = 'Distribution received';

/** Number of notifications of one type in a row from which they are shown as one line. */
const MIN_GROUP_ITEMS = 3;

type Groupable = Pick<Notification, 'type' | 'date' | 'payout'>;

const belongTogether = (one: Groupable, next: Groupable) =>
  one.type === next.type && one.payout?.quarter === next.payout?.quarter;

/** Neighbors for which `same` holds, together. */
function runsOf<Item>(items: readonly Item[], same: (one: Item, next: Item) => boolean): Item[][] {
  const runs: Item[][] = [];
  for (const item of items) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last !== undefined && same(last, item)) run.push(item);
    else runs.push([item]);
  }
  return runs;
}

/** Notifications in the order given, by day: single ones, and runs of the same type as groups. */
export function daysOf<Item extends Groupable>(
  items: readonly Item[],
  dayOf: (date: string) => string,
): Item[][][] {
  return runsOf(items, (one, next) => dayOf(one.date) === dayOf(next.date)).map((day) =>
    runsOf(day, belongTogether).flatMap((run) =>
      run.length < MIN_GROUP_ITEMS ? run.map((item) => [item]) : [run],
    ),
  );
}

/** Total of a group of payouts; null for a group of another type. */
export function payoutTotal(items: readonly Groupable[]): { quarter: string; totalCents: number } | null {
  const payouts = items.flatMap(({ payout }) => payout ?? []);
  const [first] = payouts;
  if (!first || payouts.length < items.length) return null;
  return {
    quarter: first.quarter,
    totalCents: payouts.reduce((sum, { amountCents }) => sum + amountCents, 0),
  };
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
export function isEnabledFor(
  preferences: NotificationPreferences,
  { type, always }: { type: NotificationType; always: boolean },
): boolean {
  return always || preferences[preferenceOfType[type]];
}

/** The different titles in one line. What all begin with is said once: "Vote on Maple Court, Elm Row". */
export function joinedTitles(items: readonly { title: string }[]): string {
  const titles = [...new Set(items.map(({ title }) => title))];
  const [beginning = ''] = titles[0]?.match(/^(Vote on |[^:]+: )/) ?? [];
  const isShared = titles.every((title) => title.startsWith(beginning));
  return isShared
    ? beginning + titles.map((title) => title.slice(beginning.length)).join(', ')
    : titles.join(', ');
}
