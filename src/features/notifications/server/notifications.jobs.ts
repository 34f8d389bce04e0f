import { and, asc, eq, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import {
  notificationMails,
  notificationPreferences,
  notifications,
  receiptProgress,
} from '#db/schema/notifications.ts';
import { SECURITY_CHANGED, STARTED_ANEW, securityChangePayload } from '#features/identity/server/index.ts';
import { present } from '#kernel/assert.ts';
import { groupBy } from '#kernel/group-by.ts';
import { lowestId } from '#kernel/ids.ts';
import { after, MINUTE, SECOND } from '#kernel/time.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { enqueue, type JobHandler } from '#platform/server/jobs/jobs.ts';
import { DEFAULT_PREFERENCES } from '../notifications.rules.ts';
import { unreadMail } from './mails.ts';
import { preferencesOf } from './notifications.queries.ts';
import { notifySecurityChange } from './notify-security-change.ts';
import { endOfLog, nextLogPart } from './receipts.queries.ts';
import { resetPreferences } from './reset-preferences.ts';
import { advance, sendReceipts } from './send-receipts.ts';

/** How long a notification waits to be read in the product before it is mailed, together with what came meanwhile. */
export const READ_WITHIN = 2 * MINUTE;

/** Notifications gathered in one transaction. */
const AT_ONCE = 500;

const RECEIPTS_EVERY = 5 * SECOND;

const MAIL = 'notifications.mailUnread';
/** The schedule that gathers what is to be mailed. */
export const GATHER_MAILS = 'notifications.gatherMails';

const wantsMail = sql<boolean>`${users.emailConfirmedAt} is not null
  and coalesce(${notificationPreferences.emailNotifications}, ${DEFAULT_PREFERENCES.emailNotifications}::boolean)`;

/**
 * Queues a mail for each person who was told something and wants mails. Notifications are gathered in the order of their
 * ids, each once; those of before the first time are not.
 */
const gatherMails: JobHandler = async ({ platform: { db, clock } }) => {
  const now = clock.now();
  const before = lowestId(now.getTime() - READ_WITHIN);
  const gathered = await db.transaction(async (tx) => {
    const through = await lockPlace(tx, before);
    const found = await tx
      .select({ id: notifications.id, userId: notifications.userId, wantsMail })
      .from(notifications)
      .innerJoin(users, eq(users.id, notifications.userId))
      .leftJoin(notificationPreferences, eq(notificationPreferences.userId, notifications.userId))
      .where(
        and(gt(notifications.id, through), lt(notifications.id, before), eq(notifications.ownMail, false)),
      )
      .orderBy(asc(notifications.id))
      .limit(AT_ONCE);
    const last = found.at(-1);
    if (!last) return 0;
    const wanted = found.filter(({ wantsMail }) => wantsMail);
    const mails = [...groupBy(wanted, ({ userId }) => userId)].map(([userId, own]) => {
      const ids = own.map(({ id }) => id);
      return { kind: MAIL, key: `${MAIL}:${ids[0]}`, payload: { userId, ids }, runAt: now };
    });
    await enqueue(tx, ...mails);
    await tx.update(notificationMails).set({ through: last.id });
    return found.length;
  });
  if (gathered === AT_ONCE) return { runAgainAt: now };
};

/** Up to where notifications are gathered, locked against the other servers; the first time, up to `otherwise`. */
async function lockPlace(tx: Transaction, otherwise: string): Promise<string> {
  await tx.insert(notificationMails).values({ through: otherwise }).onConflictDoNothing();
  const [place] = await tx.select().from(notificationMails).for('update');
  return place?.through ?? otherwise;
}

/** Mails a person what they have not read meanwhile, unless they want no mails any more. */
const mailUnread: JobHandler = async ({ platform }, payload) => {
  const { db, mailer, origin } = platform;
  const { userId, ids } = z.object({ userId: z.string(), ids: z.array(z.uuid()).min(1) }).parse(payload);
  const [person] = await db.select().from(users).where(eq(users.id, userId));
  if (!person?.emailConfirmedAt || !(await preferencesOf(db, userId)).emailNotifications) return;
  const unread = await db
    .select()
    .from(notifications)
    .where(
      and(inArray(notifications.id, ids), eq(notifications.userId, userId), isNull(notifications.readAt)),
    )
    .orderBy(asc(notifications.id));
  const [first] = unread;
  if (!first) return;
  await mailer.send({
    id: first.id,
    to: person.email,
    ...unreadMail({ name: person.firstName, unread, origin }),
  });
};

/** The schedule that sends receipts. */
export const SEND_RECEIPTS = 'notifications.sendReceipts';

/** After so many receipts it pauses: in a rush of purchases those come first, and their receipts a little later. */
const PAUSE = SECOND;

/**
 * Sends the receipts of what was done since the last time. They are found in the audit log, so that a purchase or a
 * trade writes nothing for them.
 */
const sendNewReceipts: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  for (;;) {
    const part = await nextLogPart(db);
    if (!part) return;
    const { after: from, through, commands, more } = part;
    if (commands > 0) await sendReceipts(ctx, { after: from, through });
    else await db.transaction((tx) => advance(tx, part));
    if (!more) return;
    if (commands > 0) return { runAgainAt: after(clock.now(), PAUSE) };
  }
};

/** Takes everything for told that was done so far: nobody waits for receipts of a history that is played. */
export const skipReceipts: JobHandler = async ({ platform: { db } }) => {
  await db.transaction(async (tx) => {
    const auditSeq = await endOfLog(tx);
    await tx
      .insert(receiptProgress)
      .values({ auditSeq })
      .onConflictDoUpdate({ target: receiptProgress.only, set: { auditSeq } });
  });
};

const NOTIFY_SECURITY_CHANGE = 'notifications.notifySecurityChange';

const tellSecurityChange: JobHandler = async (ctx, payload, job) => {
  const { id } = present(job, 'the job of a security change');
  const { userId, change } = securityChangePayload.parse(payload);
  await notifySecurityChange(ctx, { userId, change, requestId: id });
};

const RESET_PREFERENCES = 'notifications.resetPreferences';

const forgetPreferences: JobHandler = async (ctx, payload) => {
  const { userId, at } = z.object({ userId: z.string(), at: z.string() }).parse(payload);
  await resetPreferences(ctx, { userId, at });
};

export const notificationJobs = {
  onEvent: {
    [SECURITY_CHANGED]: [NOTIFY_SECURITY_CHANGE],
    [STARTED_ANEW]: [RESET_PREFERENCES],
  },
  handlers: {
    [GATHER_MAILS]: gatherMails,
    [MAIL]: mailUnread,
    [SEND_RECEIPTS]: sendNewReceipts,
    [NOTIFY_SECURITY_CHANGE]: tellSecurityChange,
    [RESET_PREFERENCES]: forgetPreferences,
  },
  schedules: [
    { kind: GATHER_MAILS, every: MINUTE },
    { kind: SEND_RECEIPTS, every: RECEIPTS_EVERY },
  ],
};
