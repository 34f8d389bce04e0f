import { and, asc, eq, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import { closedAccounts, retainedRecords } from '#db/schema/own-data.ts';
import { newId } from '#kernel/ids.ts';
import { after, DAY, HOUR } from '#kernel/time.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { failWith, tryEach } from '#platform/server/jobs/try-each.ts';
import { ACCOUNT_CLOSED } from '../own-data.events.ts';
import { FAREWELL_RETENTION_DAYS } from '../own-data.rules.ts';
import { endRetention } from './end-retention.ts';
import { eraseAnswers } from './erase-answers.ts';
import { forgetFarewell } from './forget-farewell.ts';
import { farewellMail } from './mails.ts';
import { makeExport, removeExpired } from './make-export.ts';
import { retainedOf } from './own-data.queries.ts';

const SEND_FAREWELL = 'ownData.sendFarewell';
const ERASE_ANSWERS = 'ownData.eraseAnswers';
const PUBLISH_CLOSED = 'ownData.publishClosed';
const END_RETENTIONS = 'ownData.endRetentions';
const MAKE_EXPORT = 'ownData.makeExport';
const REMOVE_EXPIRED = 'ownData.removeExpired';

/** Sends the confirmation to the former email address, then deletes the address. */
const sendFarewell = jobFor(ACCOUNT_CLOSED, async (ctx, { userId }) => {
  const { db, mailer } = ctx.platform;
  const [account] = await db.select().from(closedAccounts).where(eq(closedAccounts.userId, userId));
  if (!account?.farewellEmail) return;
  await mailer.send({
    id: newId(),
    to: account.farewellEmail,
    ...farewellMail(await retainedOf(db, userId)),
  });
  await forgetFarewell(ctx, { userId });
});

const eraseAnswersJob = jobFor(ACCOUNT_CLOSED, async (ctx, { userId }) => {
  await eraseAnswers(ctx, { userId });
});

/** Publishes a closed account where a restored backup can be compared with it. */
const publishClosed = jobFor(ACCOUNT_CLOSED, async ({ platform }, { userId }) => {
  const [account] = await platform.db.select().from(closedAccounts).where(eq(closedAccounts.userId, userId));
  if (account) await platform.closedAccounts.publish({ userId, closedAt: account.closedAt.toISOString() });
});

/** Erases records whose retention is over, and addresses that the last mail could not be sent to. */
const endRetentions: JobHandler = async (ctx) => {
  const { db, clock } = ctx.platform;
  const now = clock.now();
  const due = await db
    .select({ userId: retainedRecords.userId, kind: retainedRecords.kind })
    .from(retainedRecords)
    .where(and(lte(retainedRecords.endsAt, now), isNull(retainedRecords.endedAt)))
    .orderBy(asc(retainedRecords.endsAt));
  const ended = await tryEach(ctx, due, {
    work: (record) => endRetention(ctx, record),
    what: ({ kind, userId }) => `ending the retention of ${kind} of ${userId}`,
  });
  const unsent = await db
    .select({ userId: closedAccounts.userId })
    .from(closedAccounts)
    .where(
      and(
        isNotNull(closedAccounts.farewellEmail),
        lt(closedAccounts.closedAt, after(now, -FAREWELL_RETENTION_DAYS * DAY)),
      ),
    );
  const erased = await tryEach(ctx, unsent, {
    work: (account) => forgetFarewell(ctx, account),
    what: ({ userId }) => `erasing the address of ${userId}`,
  });
  failWith([...ended, ...erased]);
};

export const ownDataJobs = {
  handlers: {
    [SEND_FAREWELL]: sendFarewell,
    [ERASE_ANSWERS]: eraseAnswersJob,
    [PUBLISH_CLOSED]: publishClosed,
    [END_RETENTIONS]: endRetentions,
    [MAKE_EXPORT]: makeExport,
    [REMOVE_EXPIRED]: removeExpired,
  } satisfies Record<string, JobHandler>,
  schedules: [
    { kind: END_RETENTIONS, everyMs: DAY },
    { kind: REMOVE_EXPIRED, everyMs: HOUR },
  ],
};
