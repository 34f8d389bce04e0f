import { type SQL, sql } from 'drizzle-orm';
import { notificationPreferences, notifications } from '#db/schema/notifications.ts';
import { present } from '#kernel/assert.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { insertRows, textArray, writeAll } from '#platform/server/database/columns.ts';
import { rows } from '#platform/server/database/db.ts';
import type { NotificationPriority, NotificationType } from '../notifications.contract.ts';
import { NOTIFIED } from '../notifications.events.ts';
import { DEFAULT_PREFERENCES, isWanted, switchOfType } from '../notifications.rules.ts';
import { preferencesOf } from './notifications.queries.ts';

export interface NewNotification {
  userId: string;
  type: NotificationType;
  priority: NotificationPriority;
  title: string;
  message: string;
  /** A path of ours, never an address from outside. */
  actionUrl?: `/${string}`;
  /** Told whatever the person has switched off: it decides about their account. */
  always?: boolean;
  /** A mail of its own says the same. */
  ownMail?: boolean;
}

/** Tells a person something in the transaction of the command that made it happen, unless they do not want it. */
export async function notify(
  { tx, now, newId, emit }: Pick<Run, 'tx' | 'now' | 'newId' | 'emit'>,
  { userId, type, priority, title, message, actionUrl, always = false, ownMail = false }: NewNotification,
): Promise<void> {
  if (!isWanted(await preferencesOf(tx, userId), { type, always })) return;
  const id = newId();
  await tx.insert(notifications).values({
    id,
    userId,
    type,
    priority,
    title,
    message,
    actionUrl: actionUrl ?? null,
    ownMail,
    createdAt: now,
  });
  emit({ type: NOTIFIED, userId, payload: { notificationId: id } });
}

/** The same for many people at once, in two statements; what one person is told keeps the order in which it is given. */
export async function notifyAll(
  { tx, now, newId, emit }: Pick<Run, 'tx' | 'now' | 'newId' | 'emit'>,
  told: readonly NewNotification[],
): Promise<void> {
  if (told.length === 0) return;
  const people = told.map(({ userId }) => userId);
  const chosen = await tx
    .select()
    .from(notificationPreferences)
    .where(sql`${notificationPreferences.userId} = any(${textArray(people)})`);
  const preferences = new Map(chosen.map((row) => [row.userId, row]));
  const recipients = told.filter(({ userId, type, always = false }) =>
    isWanted(preferences.get(userId) ?? DEFAULT_PREFERENCES, { type, always }),
  );
  // Ids of one moment are random, and lists are in the order of ids.
  const ids = recipients.map(() => newId()).sort();
  const wanted = recipients.map(
    ({ userId, type, priority, title, message, actionUrl = null, ownMail = false }, index) => ({
      id: present(ids[index], 'an id for each notification'),
      userId,
      type,
      priority,
      title,
      message,
      actionUrl,
      ownMail,
    }),
  );
  const written = insertRows('notifications', wanted, {
    id: ['uuid', ({ id }) => id],
    user_id: ['text', ({ userId }) => userId],
    type: ['text', ({ type }) => type],
    priority: ['text', ({ priority }) => priority],
    title: ['text', ({ title }) => title],
    message: ['text', ({ message }) => message],
    action_url: ['text', ({ actionUrl }) => actionUrl],
    own_mail: ['boolean', ({ ownMail }) => ownMail],
    created_at: ['timestamptz', now],
  });
  await writeAll(tx, [written]);
  for (const { id, userId } of wanted) emit({ type: NOTIFIED, userId, payload: { notificationId: id } });
}

/** What many people are told at once, each in words of their own. */
interface Announcement extends Omit<NewNotification, 'userId' | 'message' | 'always'> {
  /** A query of (user_id, message). */
  told: SQL;
}

/** The bits of a version 7 UUID that say when, and its version: the same for all ids of one moment. */
const ID_TIME = 15;

/**
 * Tells as many people as a query names, without a row leaving the database. It wakes no screens: the caller's own
 * event for these people stands for their notifications too.
 * @returns how many were told
 */
export async function notifyEach(
  { tx, now, newId }: Pick<Run, 'tx' | 'now' | 'newId'>,
  { type, priority, title, actionUrl, told }: Announcement,
): Promise<number> {
  const choice = switchOfType[type];
  const [written] = await rows<{ told: number }>(
    tx,
    sql`with written as (
          insert into notifications (id, user_id, type, priority, title, message, action_url, created_at)
          select overlay(gen_random_uuid()::text placing ${newId().slice(0, ID_TIME)}::text from 1)::uuid,
                 t.user_id, ${type}::text, ${priority}::text, ${title}::text, t.message, ${actionUrl ?? null}::text,
                 ${now.toISOString()}::timestamptz
          from (${told}) t
          left join notification_preferences on notification_preferences.user_id = t.user_id
          where coalesce(${notificationPreferences[choice]}, ${DEFAULT_PREFERENCES[choice]}::boolean)
          returning 1
        )
        select count(*)::int as told from written`,
  );
  return written?.told ?? 0;
}
