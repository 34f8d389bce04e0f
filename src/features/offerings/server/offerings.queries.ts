import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { investments } from '#db/schema/investing.ts';
import { investmentRefunds, offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { holdingKinds } from '#features/ledger/server/index.ts';
import { affiliatesOf } from '#features/ownership/server/index.ts';
import { present } from '#kernel/assert.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { centsOf, epochMs } from '#platform/server/database/sql-values.ts';
import type { OfferingView } from '../offerings.contract.ts';
import { closesAt, raisedOf } from '../offerings.rules.ts';
import type { Offering } from './offering-terms.ts';

/** When the newest purchase of an offering that is not refunded was made, in milliseconds, as an expression of its row. */
export const newestPurchase = sql<number | null>`(
  select ${epochMs('i.created_at')} from investments i
  where i.property_id = offerings.property_id
    and not exists (select 1 from investment_refunds r where r.investment_id = i.id)
  order by i.created_at desc limit 1)`;

/** Shares that affiliates of the owner hold, as an expression of a row of properties; they count for no minimum. */
export const affiliateShares = sql<number>`coalesce((
  select sum(holding.balance) from ${affiliatesOf(sql`properties.owner_id`)} affiliates
  join ledger_accounts holding on holding.user_id = affiliates.user_id
  where holding.kind in ${holdingKinds} and holding.property_id = properties.id), 0)::float8`;

/** The columns that `offeringViewOf` needs of a query that joins offerings and properties. */
export const offeringColumns = { offering: offerings, newestPurchaseMs: newestPurchase, affiliateShares };

interface OfferingRow {
  offering: Offering;
  newestPurchaseMs: number | null;
  affiliateShares: number;
}

type OfferedProperty = Pick<
  typeof properties.$inferSelect,
  'id' | 'status' | 'totalShares' | 'pricePerShareCents'
> & { availableShares: number };

/** The offering of a property as screens show it. */
export async function offeringViewOfProperty(
  db: Queryable,
  property: OfferedProperty,
): Promise<OfferingView> {
  const [row] = await db
    .select(offeringColumns)
    .from(offerings)
    .innerJoin(properties, eq(properties.id, offerings.propertyId))
    .where(eq(offerings.propertyId, property.id));
  return offeringViewOf(present(row, 'the offering of a property'), property);
}

/** An offering as screens show it. */
export function offeringViewOf(
  { offering, newestPurchaseMs, affiliateShares }: OfferingRow,
  property: Omit<OfferedProperty, 'id'>,
): OfferingView {
  const { status, minimumShares, fundingDays, deadline, closedAt, refundedAt, heldAt, holdReason } = offering;
  const { minimumOrderShares, mortgageRepaymentCents } = offering;
  const sold = property.totalShares - property.availableShares;
  // Until it is funded, only money that counts for the minimum is raised.
  const soldShares = status === 'open' ? sold - affiliateShares : sold;
  const lastPurchaseAt = newestPurchaseMs === null ? null : new Date(newestPurchaseMs);
  const closing =
    status === 'open' && deadline !== null && property.status === 'approved'
      ? closesAt({ minimumShares, soldShares, lastPurchaseAt, deadline })
      : null;
  return {
    state: status === 'funded' && property.availableShares === 0 ? 'closed' : status,
    minimumShares,
    fundingDays,
    minimumOrderShares,
    mortgageRepaymentCents,
    ...raisedOf(offering, { soldShares, pricePerShareCents: property.pricePerShareCents }),
    deadline: deadline?.toISOString() ?? null,
    closesAt: closing?.toISOString() ?? null,
    fundedAt: status === 'funded' ? (closedAt?.toISOString() ?? null) : null,
    refunded: refundedAt !== null,
    hold: heldAt && { since: heldAt.toISOString(), reason: holdReason },
  };
}

/** Whether an offering was funded by a moment, so that its shares belonged to their holders. */
export async function isFundedAt(db: Queryable, propertyId: number, moment: Date): Promise<boolean> {
  const [funded] = await rows(
    db,
    sql`select 1 from offerings
        where property_id = ${propertyId} and status = 'funded' and closed_at <= ${moment.toISOString()}::timestamptz`,
  );
  return funded !== undefined;
}

/** New shares of a property sold since a moment and not refunded. */
export async function sharesSoldSince(db: Queryable, propertyId: number, moment: Date): Promise<number> {
  const [sold] = await db
    .select({ shares: sql<number>`coalesce(sum(${investments.shares}), 0)::float8` })
    .from(investments)
    .leftJoin(investmentRefunds, eq(investmentRefunds.investmentId, investments.id))
    .where(
      and(
        eq(investments.propertyId, propertyId),
        gt(investments.createdAt, moment),
        isNull(investmentRefunds.investmentId),
      ),
    );
  return sold?.shares ?? 0;
}

/** Purchases of a property less refunds, by day in UTC. */
export function fundingChanges(
  db: Queryable,
  propertyId: number,
): Promise<{ date: string; changeCents: number }[]> {
  return rows<{ date: string; changeCents: number }>(
    db,
    sql`select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as date, ${centsOf('sum(amount)')} as "changeCents"
        from (
          select created_at as at, total_amount as amount from investments where property_id = ${propertyId}
          union all
          select at, -total_amount from investment_refunds where property_id = ${propertyId}) c
        group by 1 order by 1`,
  );
}
