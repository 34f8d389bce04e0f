import { eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { nextHolderPage } from '#features/ledger/server/index.ts';
import { MAX_NOTIFIED_PEOPLE, notifyAll } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { instant, propertyId, requestId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { rows, type Transaction } from '#platform/server/database/db.ts';
import { centsOf } from '#platform/server/database/sql-values.ts';
import { DECISIONS, type Decision, type Holder, holderNews } from './holder-news.ts';

/**
 * Notifies the next holders of a property of an admin's decision and its effect on their money, unless there is a later
 * decision. Holdings and escrow are those of the moment of the decision. Idempotent by `requestId`.
 */
export const notifyHolders = defineCommand({
  name: 'offerings.notifyHolders',
  input: z.strictObject({
    propertyId,
    decision: z.enum(DECISIONS),
    reason: z.string().nullable(),
    at: instant,
    after: z.string(),
    requestId,
  }),
  access: 'system',
  async run(run, { propertyId, decision, reason, at, after }): Promise<{ last: string | null }> {
    const { tx } = run;
    const decidedAt = new Date(at);
    const [row] = await tx
      .select({ property: properties, offering: offerings })
      .from(properties)
      .innerJoin(offerings, eq(offerings.propertyId, properties.id))
      .where(eq(properties.id, propertyId));
    const { property, offering } = present(row, 'a property with an offering');
    const { name, ownerId } = property;
    const { status, closedAt, holdReason } = offering;
    const current: Decision[] = [property.status, holdReason === null ? 'lifted' : 'held'];
    // A later decision has its own notification, which may have come first.
    if (!current.includes(decision)) return { last: null };
    // If the offering had failed before, its holders are refunded in any case.
    if (status === 'failed' && closedAt !== null && closedAt < decidedAt) return { last: null };
    const decided = { name, decision, reason, isFunded: status === 'funded' };
    const next = { afterId: after, maxIds: MAX_NOTIFIED_PEOPLE };
    const { query, last } = await nextHolderPage(tx, propertyId, decidedAt, next);
    const holders = await holdersAt(tx, query, { propertyId, ownerId, decidedAt });
    await notifyAll(
      run,
      holders.map(({ userId, ...holder }) => ({
        userId,
        type: 'property',
        ...holderNews(decided, holder),
        actionUrl: `/property/${propertyId}`,
      })),
    );
    return { last };
  },
  audit: ({ propertyId, decision, after }) => ({
    subject: `property:${propertyId}`,
    details: { decision, after },
  }),
});

interface HolderRow extends Holder, Record<string, unknown> {
  userId: string;
}

/** These holders without the owner, who is notified by the decision itself. */
async function holdersAt(
  tx: Transaction,
  query: SQL,
  { propertyId, ownerId, decidedAt }: { propertyId: number; ownerId: string; decidedAt: Date },
): Promise<HolderRow[]> {
  const at = sql`${decidedAt.toISOString()}::timestamptz`;
  return rows<HolderRow>(
    tx,
    sql`select h.user_id as "userId", h.shares::float8 as shares, e.shares::float8 as "escrowShares",
               ${centsOf('e.cost')} as "escrowCents", ${centsOf('e.resold')} as "resoldCents"
        from (${query}) h
        cross join lateral (
          select coalesce(sum(i.shares), 0) as shares, coalesce(sum(i.total_amount + i.transaction_fee), 0) as cost,
                 coalesce(sum(i.total_amount + i.transaction_fee) filter (
                   where exists (select 1 from lot_usage u where u.lot_id = i.id)), 0) as resold
          from investments i
          where i.user_id = h.user_id and i.property_id = ${propertyId} and i.created_at < ${at}
            and not exists (select 1 from investment_refunds r where r.investment_id = i.id and r.at < ${at})
            and not exists (select 1 from investment_releases l where l.investment_id = i.id and l.at < ${at})) e
        where h.user_id <> ${ownerId} order by h.user_id`,
  );
}
