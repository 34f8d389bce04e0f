import { inArray, sql } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { accounts, entriesOf } from '#features/ledger/server/index.ts';
import { type CapitalGain, gainsOf, type TaxHistory, taxHistory } from '#features/lots/server/index.ts';
import { propertiesOf, revaluationsOf, valueAt, valueHistories } from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import { groupBy } from '#kernel/group-by.ts';
import type { Cents } from '#kernel/money.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import { centsOf, epochMs } from '#platform/server/database/sql-values.ts';
import type { HoldingEvent, HoldingStory } from './performance.ts';

/** A payment of a property to the person, and the part of the management fee that was deducted before. */
export interface Distribution {
  at: Date;
  propertyId: number;
  cents: Cents;
  feeCents: Cents;
}

export interface NamedStory extends HoldingStory {
  name: string;
  location: string;
}

/** Everything that a person's reports are computed from. */
export interface InvestorHistory {
  stories: NamedStory[];
  distributions: Distribution[];
  gains: CapitalGain[];
  /** Paid as rewards, with when. */
  rewards: { at: Date; cents: Cents }[];
}

interface CashEntry extends Record<string, unknown> {
  code: string;
  at: number;
  propertyId: number | null;
  cents: Cents;
  feeCents: Cents;
}

/** The distributions and rewards that a person's cash got. */
function incomeOf(db: Database, userId: string): Promise<CashEntry[]> {
  return rows<CashEntry>(
    db,
    sql`select e.code, ${epochMs('e.at')} as at, e.amount::float8 as cents,
               substring(e.counterparty from '^property:([0-9]+):')::int as "propertyId",
               coalesce(round(d.fee * 100 * p.shares / d.shares), 0)::float8 as "feeCents"
        from (${entriesOf(accounts.userCash(userId))}) e
        left join distribution_payments m on e.code = 'distribution' and m.operation_id = e.operation_id
        left join distributions d on d.id = m.distribution_id
        left join distribution_payouts p on p.distribution_id = d.id and p.user_id = ${userId}
        where e.code in ('distribution', 'reward', 'reward_returned')
        order by e.at, e.id`,
  );
}

interface RefundedPurchase extends Record<string, unknown> {
  propertyId: number;
  shares: number;
  amountCents: Cents;
  feeCents: Cents;
  bought: number;
  refunded: number;
}

/** A person's purchases that were refunded: no tax lots, but part of what a period before the refund looked like. */
function refundedPurchases(db: Database, userId: string): Promise<RefundedPurchase[]> {
  return rows<RefundedPurchase>(
    db,
    sql`select i.property_id as "propertyId", i.shares, ${centsOf('i.total_amount')} as "amountCents",
               ${centsOf('i.transaction_fee')} as "feeCents",
               ${epochMs('i.created_at')} as bought,
               ${epochMs('r.at')} as refunded
        from investments i join investment_refunds r on r.investment_id = i.id
        where i.user_id = ${userId} order by i.created_at, i.id`,
  );
}

function refundEvents({ bought, refunded, ...one }: RefundedPurchase): HoldingEvent[] {
  const { shares, amountCents, feeCents } = one;
  const paid = { shares, amountCents, feeCents };
  const [boughtAt, refundedAt] = [new Date(bought), new Date(refunded)];
  return [
    { kind: 'purchase', at: boughtAt, ...paid, refundedAt },
    { kind: 'refund', at: refundedAt, ...paid, boughtAt },
  ];
}

const rank = { purchase: 0, income: 1, sale: 2, refund: 3 } as const;
const inOrder = (one: HoldingEvent, two: HoldingEvent) =>
  one.at.getTime() - two.at.getTime() || rank[one.kind] - rank[two.kind];

interface Sources extends Pick<TaxHistory, 'lots' | 'sales'> {
  refunded: readonly RefundedPurchase[];
  distributions: readonly Distribution[];
}

/** What happened to a person's shares of each property, in order. */
function eventsOf({ lots, sales, refunded, distributions }: Sources): Map<number, HoldingEvent[]> {
  const found: { propertyId: number; event: HoldingEvent }[] = [
    ...lots.map(({ propertyId, acquiredAt, shares, amountCents, costCents }) => {
      const paid = { shares, amountCents, feeCents: costCents - amountCents };
      return { propertyId, event: { at: acquiredAt, kind: 'purchase' as const, ...paid, refundedAt: null } };
    }),
    ...refunded.flatMap((one) => refundEvents(one).map((event) => ({ propertyId: one.propertyId, event }))),
    ...sales.map(({ propertyId, disposedAt, shares, proceedsCents }) => ({
      propertyId,
      event: { at: disposedAt, kind: 'sale' as const, shares, proceedsCents },
    })),
    ...distributions.map(({ propertyId, at, cents }) => ({
      propertyId,
      event: { at, kind: 'income' as const, cents },
    })),
  ];
  const byProperty = groupBy(found, ({ propertyId }) => propertyId);
  return new Map([...byProperty].map(([id, same]) => [id, same.map(({ event }) => event).sort(inOrder)]));
}

/** The yield that was stated when the offering was funded: a later correction does not change what was expected. */
const expectedYieldBps = sql<number>`round(100 * coalesce((
  select (v.submission->>'annualYield')::numeric
  from property_versions v join offerings o on o.property_id = v.property_id
  where v.property_id = ${properties.id} and o.status = 'funded' and v.replaced_at > o.closed_at
  order by v.version limit 1), ${properties}.annual_yield))::int`;

/** Everything that a person's reports are made from, straight from the ledger, the lots and the valuations. */
export async function investorHistory(db: Database, userId: string): Promise<InvestorHistory> {
  const [{ lots, sales, washSales, returns }, income, refunded] = await Promise.all([
    taxHistory(db, userId),
    incomeOf(db, userId),
    refundedPurchases(db, userId),
  ]);
  const ids = [...new Set([...lots, ...refunded].map(({ propertyId }) => propertyId))].sort(
    (one, two) => one - two,
  );
  const [named, values] = await Promise.all([
    db
      .select({
        id: properties.id,
        name: properties.name,
        location: properties.location,
        annualYieldBps: expectedYieldBps,
      })
      .from(properties)
      .where(inArray(properties.id, ids)),
    valueHistories(db, propertiesOf(ids)),
  ]);
  const distributions = income.flatMap(({ code, at, propertyId, cents, feeCents }): Distribution[] =>
    code === 'distribution' && propertyId !== null ? [{ at: new Date(at), propertyId, cents, feeCents }] : [],
  );
  const events = eventsOf({ lots, sales, refunded, distributions });
  const propertyOf = new Map(named.map((property) => [property.id, property]));
  const stories = ids.map((propertyId): NamedStory => {
    const { name, location, annualYieldBps } = present(
      propertyOf.get(propertyId),
      'the property of a purchase',
    );
    const history = present(values.get(propertyId), 'the values of a purchase');
    return {
      propertyId,
      name,
      location,
      events: present(events.get(propertyId), 'the events of a purchase'),
      shareValueAt: (at) => valueAt(history, at).perShareCents,
      revaluedAt: revaluationsOf(history),
      expected: { from: history.fundedAt, pricePerShareCents: history.offeringPriceCents, annualYieldBps },
    };
  });
  return {
    stories,
    distributions,
    gains: gainsOf(lots, sales, washSales, returns).gains,
    rewards: income
      .filter(({ code }) => code !== 'distribution')
      .map(({ at, cents }) => ({ at: new Date(at), cents })),
  };
}
