import { notificationPreferences as preferencesTable } from '#db/schema/notifications.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { type NotificationPreferences, notificationPreferences } from '../notifications.contract.ts';
import { NOTIFICATIONS_CHANGED } from '../notifications.events.ts';
import { preferencesOf } from './notifications.queries.ts';

/** Sets what the caller wants to be told, and by which channels. */
export const setPreferences = defineCommand({
  name: 'notifications.setPreferences',
  input: notificationPreferences,
  access: 'signedIn',
  whileFrozen: true,
  async run(run, preferences) {
    await keep(run, run.actor.userId, preferences);
    return preferences;
  },
  audit: (preferences, _, actor) => ({
    subject: actor.kind === 'user' ? `user:${actor.userId}` : '',
    details: preferences,
  }),
});

/** Sets the channels that a person chose elsewhere, in the transaction of that command; the rest stays. */
export async function setChannels(
  run: Pick<Run, 'tx' | 'now' | 'emit'>,
  userId: string,
  channels: { email: boolean; push: boolean },
): Promise<void> {
  const before = await preferencesOf(run.tx, userId);
  const { email: emailNotifications, push: pushNotifications } = channels;
  await keep(run, userId, { ...before, emailNotifications, pushNotifications });
}

async function keep(
  { tx, now, emit }: Pick<Run, 'tx' | 'now' | 'emit'>,
  userId: string,
  preferences: NotificationPreferences,
): Promise<void> {
  const row = { ...preferences, updatedAt: now };
  await tx
    .insert(preferencesTable)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: preferencesTable.userId, set: row });
  emit({ type: NOTIFICATIONS_CHANGED, userId, payload: {} });
}
