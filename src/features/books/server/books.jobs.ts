import { desc } from 'drizzle-orm';
import { verifications } from '#db/schema/books.ts';
import { newId } from '#kernel/ids.ts';
import { HOUR } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { VERIFICATION_REQUESTED } from '../books.events.ts';
import { compareTransfers } from './compare-transfers.ts';
import { readBooks } from './read-books.ts';
import { recordVerification } from './record-verification.ts';

const COMPARE_TRANSFERS = 'books.compareTransfers';
export const VERIFY = 'books.verify';
export const VERIFY_WHEN_DUE = 'books.verifyWhenDue';
const MAX_STORED_DRIFTS = 20;
const MAX_TEXT_CHARACTERS = 2_000;

const cut = (text: string) => text.slice(0, MAX_TEXT_CHARACTERS);

async function verifyBooks(
  ctx: CommandContext,
  requestedBy: string | null,
  requestId: string,
): Promise<void> {
  const { platform } = ctx;
  const startedAt = platform.clock.now();
  const { findings, read } = await platform.verify(readBooks);
  const drift = findings
    .filter(({ drifted }) => drifted > 0)
    .map(({ invariant, warning, drifted, drifts }) => ({
      invariant,
      warning,
      drifted,
      drifts: drifts
        .slice(0, MAX_STORED_DRIFTS)
        .map(({ subject, detail }) => ({ subject: cut(subject), detail: cut(detail) })),
    }));
  await recordVerification(ctx, {
    requestId,
    startedAt,
    requestedBy,
    invariants: findings.length,
    broken: drift.filter(({ warning }) => !warning).length,
    drift,
    books: read,
  });
}

const verify = jobFor(VERIFICATION_REQUESTED, async (ctx, { requestedBy }, job) => {
  await verifyBooks(ctx, requestedBy, job?.id ?? newId());
});

/** Verifies again when the last verification, scheduled or requested, is older than the setting. */
const verifyWhenDue: JobHandler = async (ctx, _, job) => {
  const { db, clock, config } = ctx.platform;
  if (config.verifyHours === 0) return;
  const [last] = await db
    .select({ at: verifications.finishedAt })
    .from(verifications)
    .orderBy(desc(verifications.finishedAt))
    .limit(1);
  if (last && clock.now().getTime() - last.at.getTime() < config.verifyHours * HOUR) return;
  await verifyBooks(ctx, null, job?.id ?? newId());
};

export const booksJobs = {
  handlers: {
    [VERIFY]: verify,
    [VERIFY_WHEN_DUE]: verifyWhenDue,
    [COMPARE_TRANSFERS]: compareTransfers,
  },
  schedules: [{ kind: VERIFY_WHEN_DUE, everyMs: HOUR }],
};
