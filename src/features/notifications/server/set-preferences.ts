import { notificationPreferences as preferencesTable } from '#db/schema/notifications.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { type NotificationPreferences, notificationPreferences } from '../notifications.contract.ts';
import { NOTIFICATIONS_CHANGED } from '../notifications.events.ts';
import { preferencesOf } from './notifications.queries.ts';

/** Sets which notifications the caller gets, and by which channels. */
export const setPreferences = defineCommand({
  name: 'notifications.setPreferences',
  input: notificationPreferences,
  access: 'signedIn',
  whileFrozen: true,
  async run(run, preferences) {
    await savePreferences(run, run.actor.userId, preferences);
    return preferences;
  },
  audit: (preferences, _, actor) => ({
    subject: `user:${actor.userId}`,
    details: preferences,
  }),
});

/** Sets a person's channels in another command's transaction, and leaves their other preferences as they are. */
export async function setChannels(
  run: Pick<Run, 'tx' | 'now' | 'emit'>,
  userId: string,
  channels: { email: boolean; push: boolean },
): Promise<void> {
  const before = await preferencesOf(run.tx, userId);
  const { email: emailNotifications, push: pushNotifications } = channels;
  await savePreferences(run, userId, { ...before, emailNotifications, pushNotifications });
}

async function savePreferences(
  { tx, now, emit }: Pick<Run, 'tx' | 'now' | 'emit'>,
  userId: string,
  preferences: NotificationPreferences,
): Promise<void> {
  const row = { ...preferences, updatedAt: now };
  await tx
    .insert(preferencesTable)
    .values({ userId, ...row })
    .onConflictDoUpdate({ target: preferencesTable.userId, set: row });
  emit(NOTIFICATIONS_CHANGED, { userId, payload: {} });
}
