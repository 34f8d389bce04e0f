import { and, asc, count, desc, eq, isNull, lt, ne, type SQL, sql } from 'drizzle-orm';
import {
  autoInvestDecisions,
  autoInvestOffers,
  autoInvestPurchases,
  autoInvestRuns,
} from '#db/schema/auto-invest.ts';
import { investmentRefunds } from '#db/schema/offerings.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { multiply } from '#kernel/money.ts';
import { textArray, uuidArray } from '#platform/server/database/columns.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import { csvOf } from '#platform/server/transport/csv.ts';
import {
  type AutoInvestDecision,
  type AutoInvestOverview,
  autoInvestErrors,
  MAX_SHOWN_ORDERS,
  type PastDecision,
  type RunTrigger,
} from '../auto-invest.contract.ts';
import { MAX_RECENT_MATCHES } from '../auto-invest.rules.ts';
import { type DecisionRow, rankTextOf } from './decisions.ts';
import { autoInvestedThisMonth } from './facts.ts';
import { loadSettings } from './settings.ts';

type Refund = AutoInvestDecision['refund'];

/** A decision as its person sees it. */
export function viewOf(
  row: DecisionRow & { trigger: RunTrigger; executeAt: Date; wasAllocated: boolean; refund: Refund },
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
    wasAllocated: row.wasAllocated,
    refund: row.refund,
  };
}

/** Outcomes, as literals: with parameters Postgres may not use the partial index, which leaves out refusals. */
const withOutcome = (outcomes: SQL) => sql`${autoInvestDecisions.outcome} in (${outcomes})`;

/** Whether a decision is an order in the allocation of its run; a match that was skipped before it is none. */
const isOrder = sql`(${autoInvestDecisions.rank} is not null and ${autoInvestDecisions.outcome} <> 'skipped')`;

async function decisionsOf(
  db: Queryable,
  userId: string,
  { where, order, limit }: { where: SQL | undefined; order: readonly SQL[]; limit?: number },
): Promise<AutoInvestDecision[]> {
  const query = db
    .select({
      decision: autoInvestDecisions,
      trigger: autoInvestRuns.trigger,
      executeAt: autoInvestRuns.executeAt,
      wasAllocated: sql<boolean>`${isOrder} and ${autoInvestOffers.runId} is not null`,
      refund: investmentRefunds.reason,
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
    .leftJoin(investmentRefunds, eq(investmentRefunds.investmentId, autoInvestDecisions.investmentId))
    .where(and(eq(autoInvestDecisions.userId, userId), where))
    .orderBy(...order);
  const found = await (limit === undefined ? query : query.limit(limit));
  return found.map(({ decision, ...run }) => viewOf({ ...decision, ...run }));
}

/** The caller's settings, with past and coming purchases of Auto-Invest. */
export async function overview({ db, clock }: Platform, { userId }: UserActor): Promise<AutoInvestOverview> {
  const [settings, [month], [purchases], upcoming, recent] = await Promise.all([
    loadSettings(db, userId),
    rows<{ amountCents: number }>(db, autoInvestedThisMonth(textArray([userId]), clock.now())),
    db
      .select({ number: count() })
      .from(autoInvestPurchases)
      .leftJoin(investmentRefunds, eq(investmentRefunds.investmentId, autoInvestPurchases.investmentId))
      .where(and(eq(autoInvestPurchases.userId, userId), isNull(investmentRefunds.investmentId))),
    // All of them, so that each can be skipped: a person has one for each property that was approved in a day.
    decisionsOf(db, userId, {
      where: withOutcome(sql`'matched'`),
      order: [asc(autoInvestRuns.executeAt), asc(autoInvestDecisions.id)],
    }),
    decisionsOf(db, userId, {
      where: withOutcome(sql`'bought', 'simulated'`),
      order: [desc(autoInvestDecisions.decidedAt), desc(autoInvestDecisions.id)],
      limit: MAX_RECENT_MATCHES,
    }),
  ]);
  return {
    settings,
    investedThisMonthCents: month?.amountCents ?? 0,
    purchases: purchases?.number ?? 0,
    upcoming,
    recent,
  };
}

interface DecisionsInput {
  cursor?: string | undefined;
  limit: number;
  boughtOnly: boolean;
}

/** Everything that was decided for the caller, newest first, with the reasons; tests are not among it. */
export async function decisions(
  db: Queryable,
  { userId }: UserActor,
  { cursor, limit, boughtOnly }: DecisionsInput,
) {
  const [last] = cursor === undefined ? [] : readCursor(cursor, cursorPart.uuid);
  const before = last === undefined ? undefined : lt(autoInvestDecisions.id, last);
  const real = boughtOnly ? withOutcome(sql`'bought'`) : ne(autoInvestDecisions.outcome, 'simulated');
  const found = await decisionsOf(db, userId, {
    where: and(real, before),
    order: [desc(autoInvestDecisions.id)],
    limit: limit + 1,
  });
  const { items: shown, nextCursor } = cutPage(found, limit, (last) => last.id);
  const runs = await runCounts(db, userId, [...new Set(shown.map(({ runId }) => runId))]);
  const items = shown.map((one) => ({ ...one, inRun: present(runs.get(one.runId), 'the counts of a run') }));
  return { items, nextCursor };
}

/**
 * The numbers of a person's decisions in each of these runs, however many a page shows; of purchases those that were not
 * refunded.
 */
async function runCounts(db: Queryable, userId: string, runIds: readonly string[]) {
  const found = await rows<PastDecision['inRun'] & { runId: string }>(
    db,
    sql`select run_id as "runId", count(*)::int as properties,
               (count(*) filter (where outcome = 'bought' and not exists (
                 select 1 from auto_invest_purchases p join investment_refunds f on f.investment_id = p.investment_id
                 where p.decision_id = auto_invest_decisions.id)))::int as bought,
               (count(*) filter (where outcome = 'declined'))::int as declined
        from auto_invest_decisions where user_id = ${userId} and run_id = any(${uuidArray(runIds)})
        group by run_id`,
  );
  return new Map(found.map(({ runId, ...counts }) => [runId, counts]));
}

interface AllocationInput {
  runId: string;
  propertyId: number;
}

const ordersOf = ({ runId, propertyId }: AllocationInput) =>
  and(eq(autoInvestDecisions.runId, runId), eq(autoInvestDecisions.propertyId, propertyId), isOrder);

const orderColumns = {
  rank: sql<string>`${autoInvestDecisions.rank}`,
  wantedShares: autoInvestDecisions.wantedShares,
  allocatedShares: autoInvestDecisions.allocatedShares,
};

async function offerOf(db: Queryable, { runId, propertyId }: AllocationInput) {
  const [offer] = await db
    .select()
    .from(autoInvestOffers)
    .where(and(eq(autoInvestOffers.runId, runId), eq(autoInvestOffers.propertyId, propertyId)));
  if (!offer) throw new DomainError(autoInvestErrors.RUN_NOT_FOUND);
  return offer;
}

/**
 * Allocation of the shares of a property in a run: its first orders and the place of the caller's own.
 * @throws RUN_NOT_FOUND
 */
export async function allocation(db: Queryable, { userId }: UserActor, input: AllocationInput) {
  const { offeredShares, minimumOrderShares } = await offerOf(db, input);
  const ownRankText = rankTextOf(input.propertyId, userId, input.runId);
  const isOwn = sql<boolean>`${autoInvestDecisions.userId} = ${userId}`;
  const ownRank = sha256(ownRankText);
  const [[counted], orders, [own]] = await Promise.all([
    db
      .select({
        orderCount: count(),
        place: sql<number>`(count(*) filter (where ${autoInvestDecisions.rank} <= ${ownRank}))::int`,
      })
      .from(autoInvestDecisions)
      .where(ordersOf(input)),
    db
      .select({ ...orderColumns, isOwn })
      .from(autoInvestDecisions)
      .where(ordersOf(input))
      .orderBy(autoInvestDecisions.rank)
      .limit(MAX_SHOWN_ORDERS),
    db
      .select({ ...orderColumns, isOwn })
      .from(autoInvestDecisions)
      .where(and(ordersOf(input), isOwn)),
  ]);
  const { orderCount, place } = present(counted, 'the number of orders');
  return {
    offeredShares,
    minimumOrderShares,
    ownRankText,
    own: own ? { ...own, place } : null,
    orderCount,
    orders,
  };
}

/**
 * All orders of an allocation as a CSV file, so that everyone can recount it.
 * @throws RUN_NOT_FOUND, RATE_LIMITED
 */
export async function allocationFile({ db, limits }: Platform, actor: UserActor, input: AllocationInput) {
  await limits.consume('export', { actor, address: '' });
  const { offeredShares, minimumOrderShares } = await offerOf(db, input);
  const orders = await db
    .select(orderColumns)
    .from(autoInvestDecisions)
    .where(ordersOf(input))
    .orderBy(autoInvestDecisions.rank);
  const offered = [String(offeredShares), String(minimumOrderShares)];
  const lines = orders.map(({ rank, wantedShares, allocatedShares }) => [
    rank,
    String(wantedShares),
    String(allocatedShares),
    ...offered,
  ]);
  return {
    fileName: `allocation-${input.propertyId}-${input.runId}.csv`,
    csv: csvOf(['Rank', 'Wanted', 'Allocated', 'Shares Offered', 'Minimum Order'], lines),
  };
}
