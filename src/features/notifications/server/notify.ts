import { eq, type SQL, sql } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { notificationPreferences } from '#db/schema/notifications.ts';
import { closedAccounts } from '#db/schema/own-data.ts';
import { present } from '#kernel/assert.ts';
import { idsInOrder } from '#kernel/ids.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { insertRows, statementParts, textArray, writeAll } from '#platform/server/database/columns.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import type { NotificationPriority, NotificationType } from '../notifications.contract.ts';
import { NOTIFIED } from '../notifications.events.ts';
import { DEFAULT_PREFERENCES, isEnabledFor, preferenceOfType } from '../notifications.rules.ts';

export interface NewNotification {
  userId: string;
  type: NotificationType;
  priority: NotificationPriority;
  title: string;
  message: string;
  /** A path of ours, never an address from outside. */
  actionUrl?: `/${string}`;
  /** Sent even when the person switched this type off, because it is about a decision on their account. */
  always?: boolean;
  /** A separate mail says the same, so this notification is not mailed. */
  ownMail?: boolean;
}

/**
 * Notifies a person, in the transaction of the command that causes it, unless they switched this type off or have closed
 * their account.
 */
export const notify = (
  run: Pick<Run, 'tx' | 'now' | 'newId' | 'emit'>,
  notification: NewNotification,
): Promise<void> => notifyAll(run, [notification]);

/** People whom a command notifies in one transaction; it is called again for the next ones. */
export const MAX_NOTIFIED_PEOPLE = 500;

/**
 * The last of the people whom a command has read, in the order of their ids: its next call continues after it. Null at
 * the end.
 */
export const lastNotified = (userIds: readonly string[]): string | null =>
  userIds.length === MAX_NOTIFIED_PEOPLE ? (userIds.at(-1) ?? null) : null;

/** Notifies many people, with three statements for each part of them. Their notifications have the order of the list. */
export async function notifyAll(
  run: Pick<Run, 'tx' | 'now' | 'newId' | 'emit'>,
  requested: readonly NewNotification[],
): Promise<void> {
  const ids = idsInOrder(requested.length, run.newId);
  for (const part of statementParts(requested)) await notifyPart(run, part, ids.splice(0, part.length));
}

/**
 * Delays the closing of these people's accounts until the transaction ends, and waits for one that is in progress. Only a
 * later statement sees which accounts are closed. It is the lock of the foreign key of their notifications, taken before
 * they are written: closing an account changes its email, which is a key, and then removes its notifications.
 * @param userIds an array or a query of them
 */
async function delayClosings(tx: Transaction, userIds: SQL): Promise<void> {
  await tx.execute(
    sql`select count(*) from (select 1 from users where id = any(${userIds}) for key share) as locked`,
  );
}

async function notifyPart(
  { tx, now, emit }: Pick<Run, 'tx' | 'now' | 'emit'>,
  requested: readonly NewNotification[],
  ids: readonly string[],
): Promise<void> {
  const userIds = textArray(requested.map(({ userId }) => userId));
  await delayClosings(tx, userIds);
  const found = await tx
    .select({ id: users.id, chosen: notificationPreferences, closedAt: closedAccounts.closedAt })
    .from(users)
    .leftJoin(notificationPreferences, eq(notificationPreferences.userId, users.id))
    .leftJoin(closedAccounts, eq(closedAccounts.userId, users.id))
    .where(sql`${users.id} = any(${userIds})`);
  const people = new Map(found.map((person) => [person.id, person]));
  const accepted = requested.filter(({ userId, type, always = false }) => {
    const { chosen, closedAt } = present(people.get(userId), 'a person to notify');
    return closedAt === null && isEnabledFor(chosen ?? DEFAULT_PREFERENCES, { type, always });
  });
  const items = accepted.map(
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
  const written = insertRows('notifications', items, {
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
  for (const { id, userId } of items) emit(NOTIFIED, { userId, payload: { notificationId: id } });
}

/** One notification for many people, each with a message of their own. */
interface SharedNotification extends Omit<NewNotification, 'userId' | 'message' | 'always'> {
  /** A query that selects (user_id, message). */
  recipients: SQL;
}

/** Characters of a version 7 UUID that carry its time and version: equal for ids of the same millisecond. */
const UUID_TIME_CHARACTERS = 15;

/**
 * Notifies everyone whom a query selects, inside the database, but those who have closed their accounts. Emits no event:
 * the caller's own event for these people also refreshes their notifications.
 * @returns how many were notified
 */
export async function notifyEach(
  { tx, now, newId }: Pick<Run, 'tx' | 'now' | 'newId'>,
  { type, priority, title, actionUrl, recipients }: SharedNotification,
): Promise<number> {
  const choice = preferenceOfType[type];
  await delayClosings(tx, sql`array(select recipient.user_id from (${recipients}) recipient)`);
  const [written] = await rows<{ notified: number }>(
    tx,
    sql`with written as (
          insert into notifications (id, user_id, type, priority, title, message, action_url, created_at)
          select overlay(gen_random_uuid()::text placing ${newId().slice(0, UUID_TIME_CHARACTERS)}::text from 1)::uuid,
                 t.user_id, ${type}::text, ${priority}::text, ${title}::text, t.message, ${actionUrl ?? null}::text,
                 ${now.toISOString()}::timestamptz
          from (${recipients}) t
          left join notification_preferences on notification_preferences.user_id = t.user_id
          where coalesce(${notificationPreferences[choice]}, ${DEFAULT_PREFERENCES[choice]}::boolean)
            and not exists (select 1 from closed_accounts where closed_accounts.user_id = t.user_id)
          returning 1
        )
        select count(*)::int as notified from written`,
  );
  return written?.notified ?? 0;
}
