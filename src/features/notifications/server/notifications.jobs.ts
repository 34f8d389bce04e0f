import { and, asc, eq, gt, gte, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import {
  notificationMails,
  notificationPreferences,
  notifications,
  receiptProgress,
} from '#db/schema/notifications.ts';
import { ACCOUNT_CLEARED, SECURITY_CHANGED } from '#features/identity/server/index.ts';
import { present } from '#kernel/assert.ts';
import { groupBy } from '#kernel/group-by.ts';
import { lowestId } from '#kernel/ids.ts';
import { after, DAY, MINUTE, SECOND } from '#kernel/time.ts';
import { sealAll } from '#platform/server/audit/audit-chain.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { enqueue, type JobHandler, jobFor, type NewJob } from '#platform/server/jobs/jobs.ts';
import { rotatePartitions } from '#platform/server/jobs/partitions.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { type EmailFrequency, emailFrequency as frequency } from '../notifications.contract.ts';
import { DEFAULT_PREFERENCES, NOTIFICATION_RETENTION_DAYS, nextDigestAt } from '../notifications.rules.ts';
import { unreadMail } from './mails.ts';
import { preferencesOf } from './notifications.queries.ts';
import { notifySecurityChange } from './notify-security-change.ts';
import { endOfLog, nextLogPart } from './receipts.queries.ts';
import { resetPreferences } from './reset-preferences.ts';
import { advanceProgress, sendReceipts } from './send-receipts.ts';
import { unsubscribeUrl } from './unsubscribe-link.ts';

/** Time that a notification stays unread before it is mailed, together with those that came meanwhile. */
export const UNREAD_MAIL_DELAY_MS = 2 * MINUTE;

/** Notifications handled in one transaction. */
const MAX_BATCH_ITEMS = 500;

const RECEIPTS_INTERVAL_MS = 5 * SECOND;

const MAIL_UNREAD = 'notifications.mailUnread';
const MAIL_DIGEST = 'notifications.mailDigest';
/** The schedule that enqueues mails for unread notifications. */
export const ENQUEUE_MAILS = 'notifications.enqueueMails';

const emailFrequency = sql<EmailFrequency>`coalesce(${notificationPreferences.emailFrequency},
  ${DEFAULT_PREFERENCES.emailFrequency})`;

const wantsMail = sql<boolean>`${users.emailConfirmedAt} is not null
  and coalesce(${notificationPreferences.emailNotifications}, ${DEFAULT_PREFERENCES.emailNotifications}::boolean)`;

/** Notifications with ids below this one have waited long enough at a moment. */
const firstStillWaiting = (at: Date) => lowestId(at.getTime() - UNREAD_MAIL_DELAY_MS);

interface UnmailedNotification {
  id: string;
  userId: string;
  createdAt: Date;
  emailFrequency: EmailFrequency;
}

/**
 * When a notification is due in a digest: in the first after its wait, however late it is gathered, since that digest
 * reads everything until then. Null for one that is mailed right away.
 */
function digestAt({ createdAt, emailFrequency }: UnmailedNotification): Date | null {
  if (emailFrequency === 'immediate') return null;
  return nextDigestAt(emailFrequency, after(createdAt, UNREAD_MAIL_DELAY_MS));
}

/** The mail of one person's notifications that are due together. */
function mailOf(own: readonly UnmailedNotification[], now: Date): NewJob {
  const first = present(own[0], 'an unmailed notification');
  const { id: from, userId, emailFrequency } = first;
  const runAt = digestAt(first);
  if (runAt === null) {
    const ids = own.map(({ id }) => id);
    return { kind: MAIL_UNREAD, key: `${MAIL_UNREAD}:${from}`, payload: { userId, ids }, runAt: now };
  }
  return {
    kind: MAIL_DIGEST,
    // The first notifications of a digest queue it; later ones have the same key.
    key: `${MAIL_DIGEST}:${userId}:${runAt.toISOString()}`,
    payload: { userId, emailFrequency, from, before: firstStillWaiting(runAt) },
    runAt,
  };
}

/**
 * Enqueues a mail for each person who has new notifications and wants mails, now or with a digest. Goes through
 * notifications once, in the order of their ids, starting with those made after the first run.
 */
const enqueueMails: JobHandler = async ({ platform: { db, clock } }) => {
  const now = clock.now();
  const before = firstStillWaiting(now);
  const handled = await db.transaction(async (tx) => {
    const through = await lockProgress(tx, before);
    const found = await tx
      .select({
        id: notifications.id,
        userId: notifications.userId,
        createdAt: notifications.createdAt,
        wantsMail,
        emailFrequency,
      })
      .from(notifications)
      .innerJoin(users, eq(users.id, notifications.userId))
      .leftJoin(notificationPreferences, eq(notificationPreferences.userId, notifications.userId))
      .where(
        and(gt(notifications.id, through), lt(notifications.id, before), eq(notifications.ownMail, false)),
      )
      .orderBy(asc(notifications.id))
      .limit(MAX_BATCH_ITEMS);
    const last = found.at(-1);
    if (!last) return 0;
    const wanted = found.filter(({ wantsMail }) => wantsMail);
    const dueTogether = groupBy(wanted, (one) => `${one.userId} ${digestAt(one)?.getTime()}`);
    await enqueue(tx, now, ...[...dueTogether.values()].map((own) => mailOf(own, now)));
    await tx.update(notificationMails).set({ through: last.id });
    return found.length;
  });
  if (handled === MAX_BATCH_ITEMS) return { runAgainAt: now };
};

/** The last notification that was handled, locked against other servers; `initial` on the first run. */
async function lockProgress(tx: Transaction, initial: string): Promise<string> {
  await tx.insert(notificationMails).values({ through: initial }).onConflictDoNothing();
  const [progress] = await tx.select().from(notificationMails).for('update');
  return progress?.through ?? initial;
}

/** Mails a person the notifications that are still unread, unless they switched mails off meanwhile. */
const mailUnread: JobHandler = async ({ platform }, payload) => {
  const { userId, ids } = z.object({ userId: z.string(), ids: z.array(z.uuid()).min(1) }).parse(payload);
  await mailWhatIsUnread(platform, userId, inArray(notifications.id, ids));
};

const digestPayload = z.object({
  userId: z.string(),
  emailFrequency: frequency.optional(),
  from: z.uuid(),
  before: z.uuid(),
});

/**
 * Mails a person one digest of the notifications since the last one that are still unread. Nothing when they have
 * chosen another frequency since: its mails have the later notifications, and the person saw the earlier ones where
 * they chose it.
 */
const mailDigest: JobHandler = async ({ platform }, payload) => {
  const { userId, emailFrequency, from, before } = digestPayload.parse(payload);
  const chosen = await preferencesOf(platform.db, userId);
  if (emailFrequency !== undefined && chosen.emailFrequency !== emailFrequency) return;
  await mailWhatIsUnread(platform, userId, and(gte(notifications.id, from), lt(notifications.id, before)));
};

async function mailWhatIsUnread(platform: Platform, userId: string, which: SQL | undefined): Promise<void> {
  const { db, mailer, origin } = platform;
  const [person] = await db.select().from(users).where(eq(users.id, userId));
  if (!person?.emailConfirmedAt || !(await preferencesOf(db, userId)).emailNotifications) return;
  const unread = await db
    .select()
    .from(notifications)
    .where(
      and(
        which,
        eq(notifications.userId, userId),
        eq(notifications.ownMail, false),
        isNull(notifications.readAt),
      ),
    )
    .orderBy(asc(notifications.id))
    .limit(MAX_BATCH_ITEMS);
  const [first] = unread;
  if (!first) return;
  await mailer.send({
    id: first.id,
    to: person.email,
    unsubscribeUrl: await unsubscribeUrl(platform, userId),
    ...unreadMail({ name: person.firstName, unread, origin }),
  });
}

/** The schedule that sends receipts. */
export const SEND_RECEIPTS = 'notifications.sendReceipts';

/** Pause after a full batch: when many purchases come at once, they go before their receipts. */
const RECEIPTS_PAUSE_MS = SECOND;

/**
 * Sends the receipts that are due since the last run. They are derived from the audit log, so that a purchase or a
 * trade writes nothing extra for them.
 */
const sendReceiptsJob: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  await sealAll(db);
  for (;;) {
    const part = await nextLogPart(db);
    if (!part) return;
    const { after: from, through, commands, hasMore } = part;
    if (commands > 0) await sendReceipts(ctx, { after: from, through });
    else await db.transaction((tx) => advanceProgress(tx, part));
    if (!hasMore) return;
    if (commands > 0) return { runAgainAt: after(clock.now(), RECEIPTS_PAUSE_MS) };
  }
};

/** Marks the whole audit log as handled: the sample world's past needs no receipts. */
export const skipReceipts: JobHandler = async ({ platform: { db } }) => {
  await sealAll(db);
  await db.transaction(async (tx) => {
    const auditSeq = await endOfLog(tx);
    await tx
      .insert(receiptProgress)
      .values({ auditSeq })
      .onConflictDoUpdate({ target: receiptProgress.only, set: { auditSeq } });
  });
};

const NOTIFY_SECURITY_CHANGE = 'notifications.notifySecurityChange';

const notifySecurityChangeJob = jobFor(SECURITY_CHANGED, async (ctx, { userId, change }, job) => {
  const { id } = present(job, 'the job of a security change');
  await notifySecurityChange(ctx, { userId, change, requestId: id });
});

const RESET_PREFERENCES = 'notifications.resetPreferences';

const resetPreferencesJob = jobFor(ACCOUNT_CLEARED, async (ctx, { userId, at }) => {
  await resetPreferences(ctx, { userId, at });
});

const PRUNE_NOTIFICATIONS = 'notifications.pruneNotifications';

/** Removes months of notifications that ended a year ago, read or not. */
const pruneNotifications: JobHandler = ({ platform }) =>
  rotatePartitions(
    platform,
    'notifications',
    after(platform.clock.now(), -NOTIFICATION_RETENTION_DAYS * DAY),
  );

export const notificationJobs = {
  handlers: {
    [ENQUEUE_MAILS]: enqueueMails,
    [MAIL_UNREAD]: mailUnread,
    [MAIL_DIGEST]: mailDigest,
    [SEND_RECEIPTS]: sendReceiptsJob,
    [NOTIFY_SECURITY_CHANGE]: notifySecurityChangeJob,
    [RESET_PREFERENCES]: resetPreferencesJob,
    [PRUNE_NOTIFICATIONS]: pruneNotifications,
  },
  schedules: [
    { kind: ENQUEUE_MAILS, everyMs: MINUTE },
    { kind: SEND_RECEIPTS, everyMs: RECEIPTS_INTERVAL_MS },
    { kind: PRUNE_NOTIFICATIONS, everyMs: DAY },
  ],
};
