import { and, count, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import {
  autoInvestDecisions,
  autoInvestOffers,
  autoInvestPurchases,
  autoInvestRuns,
} from '#db/schema/auto-invest.ts';
import { DomainError } from '#kernel/errors.ts';
import { multiply } from '#kernel/money.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { cursorPart, readCursor } from '#platform/server/database/cursors.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import {
  type AutoInvestDecision,
  type AutoInvestOverview,
  autoInvestErrors,
  type RunTrigger,
} from '../auto-invest.contract.ts';
import { MAX_RECENT_MATCHES } from '../auto-invest.rules.ts';
import type { DecisionRow } from './decisions.ts';
import { autoInvestedThisMonth } from './facts.ts';
import { loadSettings } from './settings.ts';

const MAX_UPCOMING_MATCHES = 20;

/** A decision as its person sees it. */
export function viewOf(
  row: DecisionRow & { trigger: RunTrigger; executeAt: Date; wasDealt: boolean },
): AutoInvestDecision {
  const { id, runId, propertyId, propertyName, annualYieldBps, trigger, outcome, reason } = row;
  const shares = outcome === 'matched' ? row.wantedShares : outcome === 'declined' ? 0 : row.allocatedShares;
  return {
    id,
    runId,
    propertyId: propertyId === 0 ? null : propertyId,
    propertyName,
    annualYieldBps,
    trigger,
    outcome,
    reason,
    shares,
    amountCents: multiply(row.pricePerShareCents, shares),
    date: row.decidedAt.toISOString(),
    executeAt: outcome === 'matched' ? row.executeAt.toISOString() : null,
    wasDealt: row.wasDealt,
  };
}

function decisionsWhere(db: Queryable, condition: ReturnType<typeof and>, limit: number) {
  return db
    .select({
      decision: autoInvestDecisions,
      trigger: autoInvestRuns.trigger,
      executeAt: autoInvestRuns.executeAt,
      wasDealt: sql<boolean>`${autoInvestDecisions.rank} is not null and ${autoInvestOffers.runId} is not null`,
    })
    .from(autoInvestDecisions)
    .innerJoin(autoInvestRuns, eq(autoInvestRuns.id, autoInvestDecisions.runId))
    .leftJoin(
      autoInvestOffers,
      and(
        eq(autoInvestOffers.runId, autoInvestDecisions.runId),
        eq(autoInvestOffers.propertyId, autoInvestDecisions.propertyId),
      ),
    )
    .where(condition)
    .orderBy(desc(autoInvestDecisions.id))
    .limit(limit)
    .then((found) => found.map(({ decision, ...run }) => viewOf({ ...decision, ...run })));
}

/** The caller's settings, with past and coming purchases of Auto-Invest. */
export async function overview({ db, clock }: Platform, { userId }: UserActor): Promise<AutoInvestOverview> {
  const own = eq(autoInvestDecisions.userId, userId);
  const [settings, [month], [purchases], upcoming, recent] = await Promise.all([
    loadSettings(db, userId),
    rows<{ amount: number }>(db, autoInvestedThisMonth(textArray([userId]), clock.now())),
    db.select({ number: count() }).from(autoInvestPurchases).where(eq(autoInvestPurchases.userId, userId)),
    decisionsWhere(db, and(own, eq(autoInvestDecisions.outcome, 'matched')), MAX_UPCOMING_MATCHES),
    decisionsWhere(
      db,
      and(own, inArray(autoInvestDecisions.outcome, ['bought', 'simulated'])),
      MAX_RECENT_MATCHES,
    ),
  ]);
  return {
    settings,
    investedThisMonthCents: month?.amount ?? 0,
    purchases: purchases?.number ?? 0,
    upcoming,
    recent,
  };
}

/** Everything that was decided for the caller, newest first, with the reasons; tests are not among it. */
export async function decisions(
  db: Queryable,
  { userId }: UserActor,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const [last] = cursor === undefined ? [] : readCursor(cursor, cursorPart.uuid);
  const before = last === undefined ? undefined : lt(autoInvestDecisions.id, last);
  const real = ne(autoInvestDecisions.outcome, 'simulated');
  const found = await decisionsWhere(
    db,
    and(eq(autoInvestDecisions.userId, userId), real, before),
    limit + 1,
  );
  const items = found.slice(0, limit);
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.id ?? null) : null };
}

/**
 * Allocation of the shares of a property in a run: everyone can recount it and find their own place.
 * @throws RUN_NOT_FOUND
 */
export async function allocation(
  db: Queryable,
  { userId }: UserActor,
  { runId, propertyId }: { runId: string; propertyId: number },
) {
  const [offer] = await db
    .select()
    .from(autoInvestOffers)
    .where(and(eq(autoInvestOffers.runId, runId), eq(autoInvestOffers.propertyId, propertyId)));
  if (!offer) throw new DomainError(autoInvestErrors.RUN_NOT_FOUND);
  const orders = await db
    .select({
      rank: sql<string>`${autoInvestDecisions.rank}`,
      wantedShares: autoInvestDecisions.wantedShares,
      allocatedShares: autoInvestDecisions.allocatedShares,
      isOwn: sql<boolean>`${autoInvestDecisions.userId} = ${userId}`,
    })
    .from(autoInvestDecisions)
    .where(
      and(
        eq(autoInvestDecisions.runId, runId),
        eq(autoInvestDecisions.propertyId, propertyId),
        sql`${autoInvestDecisions.rank} is not null`,
      ),
    )
    .orderBy(autoInvestDecisions.rank);
  const { offeredShares, minimumOrderShares } = offer;
  return { offeredShares, minimumOrderShares, orders };
}
