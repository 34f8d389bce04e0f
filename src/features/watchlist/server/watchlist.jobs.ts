import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { distributions } from '#db/schema/distributions.ts';
import { proposals } from '#db/schema/governance.ts';
import { valuations } from '#db/schema/valuations.ts';
import { MONTH_REPORTED, PAID } from '#features/distributions/server/index.ts';
import { PROPOSED } from '#features/governance/server/index.ts';
import { ACCOUNT_CLEARED } from '#features/identity/server/index.ts';
import { STATUS_CHANGED } from '#features/properties/server/index.ts';
import { VALUATION_APPROVED } from '#features/valuations/server/index.ts';
import { MINUTE } from '#kernel/time.ts';
import type { CommandContext } from '#platform/server/commands/run-command.ts';
import { type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { chunksInTimeSlices } from '#platform/server/jobs/time-slices.ts';
import { announceNews, type newsKind } from './announce-news.ts';
import { clearWatchlist } from './clear-watchlist.ts';
import { compareFigures } from './compare-figures.ts';
import { changedProperties } from './watched-figures.ts';

/** The schedule that compares watched properties with their watchers' levels. */
const COMPARE_CHANGED = 'watchlist.compareChanged';
const COMPARE = 'watchlist.compare';
const ANNOUNCE_VALUATION = 'watchlist.announceValuation';
const ANNOUNCE_VOTE = 'watchlist.announceVote';
const ANNOUNCE_REPORT = 'watchlist.announceReport';
const ANNOUNCE_DISTRIBUTION = 'watchlist.announceDistribution';
const CLEAR = 'watchlist.clear';

/** Watched properties looked at in one query. */
const MAX_READ_PROPERTIES = 500;

/** Not in time slices: the comparisons have no key by which a later run could skip those of the first. */
async function compareWithAll(ctx: CommandContext, propertyId: number): Promise<void> {
  let page = await compareFigures(ctx, { propertyId, after: '', figuresBefore: null });
  while (page.last !== null)
    page = await compareFigures(ctx, { propertyId, after: page.last, figuresBefore: page.figures });
}

/**
 * Compares every watched property whose figures changed since they were compared last. Purchases and orders are many:
 * an event of each would start more jobs than there are changes worth an alert.
 */
const compareChanged: JobHandler = async (ctx) => {
  // Not in time slices: a later run would begin with properties that always change, and not reach those after them.
  let afterId: number | null = 0;
  while (afterId !== null) {
    const page = await changedProperties(ctx.platform.db, { afterId, limit: MAX_READ_PROPERTIES });
    for (const propertyId of page.changed) await compareWithAll(ctx, propertyId);
    afterId = page.last;
  }
};

const compare = jobFor(STATUS_CHANGED, async (ctx, { propertyId }) => {
  await compareWithAll(ctx, propertyId);
});

function notifyWatchers(
  ctx: CommandContext,
  { propertyId, kind, key }: { propertyId: number; kind: z.infer<typeof newsKind>; key: string },
) {
  return chunksInTimeSlices(ctx, (after) =>
    announceNews(ctx, { propertyId, kind, after, requestId: `${key}:${after}` }),
  );
}

/** Not the offering's own, which comes with the property. */
const announceValuation = jobFor(VALUATION_APPROVED, async (ctx, { valuationId }) => {
  const [found] = await ctx.platform.db
    .select({ propertyId: valuations.propertyId, isOffering: valuations.isOffering })
    .from(valuations)
    .where(eq(valuations.id, valuationId));
  if (!found || found.isOffering) return;
  const { propertyId } = found;
  await compareWithAll(ctx, propertyId);
  return notifyWatchers(ctx, { propertyId, kind: 'valuation', key: `valuation:${valuationId}` });
});

const announceVote = jobFor(PROPOSED, async (ctx, { proposalId }) => {
  const [found] = await ctx.platform.db
    .select({ propertyId: proposals.propertyId })
    .from(proposals)
    .where(eq(proposals.id, proposalId));
  if (found) return notifyWatchers(ctx, { ...found, kind: 'vote', key: `vote:${proposalId}` });
});

async function propertyOfStatement({ platform }: CommandContext, id: string) {
  const [found] = await platform.db
    .select({ propertyId: distributions.propertyId })
    .from(distributions)
    .where(eq(distributions.id, id));
  return found;
}

/** A corrected month has the key of the month, so that watchers are notified of it once. */
const announceReport = jobFor(MONTH_REPORTED, async (ctx, { distributionId: id, month }) => {
  const found = await propertyOfStatement(ctx, id);
  if (found) return notifyWatchers(ctx, { ...found, kind: 'report', key: `report:${id}:${month}` });
});

const announceDistribution = jobFor(PAID, async (ctx, { distributionId: id }) => {
  const found = await propertyOfStatement(ctx, id);
  if (found) return notifyWatchers(ctx, { ...found, kind: 'distribution', key: `paid:${id}` });
});

const clear = jobFor(ACCOUNT_CLEARED, async (ctx, { userId, at }) => {
  await clearWatchlist(ctx, { userId, at });
});

export const watchlistJobs = {
  handlers: {
    [COMPARE_CHANGED]: compareChanged,
    [COMPARE]: compare,
    [ANNOUNCE_VALUATION]: announceValuation,
    [ANNOUNCE_VOTE]: announceVote,
    [ANNOUNCE_REPORT]: announceReport,
    [ANNOUNCE_DISTRIBUTION]: announceDistribution,
    [CLEAR]: clear,
  },
  schedules: [{ kind: COMPARE_CHANGED, everyMs: MINUTE }],
};
