import { type SQL, sql } from 'drizzle-orm';
import { present } from '#kernel/assert.ts';
import type { Cents } from '#kernel/money.ts';
import { integerArray } from '#platform/server/database/columns.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { centsOf, epochMs } from '#platform/server/database/sql-values.ts';
import type { ShareValue, ValuationBasis } from '../share-value.contract.ts';
import { owedDebt, remainingDebt, type ValueHistory, valuationAt, valueAt } from '../valuations.rules.ts';

interface HistoryRow extends Record<string, unknown> {
  propertyId: number;
  offeringPriceCents: Cents;
  totalShares: number;
  equityOfferedBps: number;
  ownValuationCents: Cents;
  repaidCents: Cents;
  fundedAt: number | null;
  effectiveOn: string | null;
  filedAt: number;
  amountCents: Cents;
  debtCents: Cents;
  repaymentCents: Cents;
  basis: ValuationBasis;
  decidedAt: number;
  isBaseline: boolean;
}

export interface StoredHistory extends ValueHistory {
  /** The valuation that the offering's terms rest on, also before it is approved. */
  ownValuationCents: Cents;
  /** Part of the mortgage repaid from escrow so far. */
  repaidCents: Cents;
}

/** The ids of these properties, as `valueHistories` takes them. */
export const propertiesOf = (ids: readonly number[]): SQL => integerArray([...new Set(ids)]);

/**
 * Data that determine the values of these properties' shares at any moment; the one source of every figure of value.
 * @param ids a query or array of property ids, for `= any`
 */
export async function valueHistories(db: Queryable, ids: SQL): Promise<ReadonlyMap<number, StoredHistory>> {
  const found = await rows<HistoryRow>(
    db,
    sql`select p.id as "propertyId", ${centsOf('p.price_per_share')} as "offeringPriceCents",
               p.total_shares as "totalShares", p.equity_offered_bps as "equityOfferedBps",
               ${centsOf('p.valuation')} as "ownValuationCents",
               ${centsOf('o.mortgage_repaid')} as "repaidCents",
               case when o.status = 'funded' then ${epochMs('o.closed_at')} end as "fundedAt",
               v.effective_on as "effectiveOn", ${epochMs('v.filed_at')} as "filedAt", ${centsOf('v.amount')} as "amountCents",
               ${centsOf('v.debt')} as "debtCents", ${centsOf('v.repayment')} as "repaymentCents", v.basis,
               ${epochMs('d.decided_at')} as "decidedAt",
               v.is_offering or d.halted_until is not null as "isBaseline"
        from properties p join offerings o on o.property_id = p.id
        left join (valuations v join valuation_decisions d on d.valuation_id = v.id and d.decision = 'approved')
          on v.property_id = p.id
        where p.id = any(${ids})
        order by v.effective_on, v.filed_at, v.id`,
  );
  const histories = new Map<number, StoredHistory & { valuations: ValueHistory['valuations'][number][] }>();
  for (const { propertyId, fundedAt, effectiveOn, filedAt, ...row } of found) {
    const { offeringPriceCents, totalShares, equityOfferedBps, ownValuationCents, repaidCents } = row;
    const { amountCents, debtCents, repaymentCents, basis, isBaseline } = row;
    const known = histories.get(propertyId) ?? {
      offeringPriceCents,
      totalShares,
      equityOfferedBps,
      ownValuationCents,
      repaidCents,
      fundedAt: fundedAt === null ? null : new Date(fundedAt),
      valuations: [],
    };
    histories.set(propertyId, known);
    if (effectiveOn === null) continue;
    const appraised = { amountCents, debtCents, repaymentCents, basis };
    const decided = { decidedAt: new Date(row.decidedAt), isBaseline };
    known.valuations.push({ effectiveOn, filedAt: new Date(filedAt), ...appraised, ...decided });
  }
  return histories;
}

/** The same of one property that exists. */
export async function valueHistory(db: Queryable, propertyId: number): Promise<StoredHistory> {
  const histories = await valueHistories(db, propertiesOf([propertyId]));
  return present(histories.get(propertyId), 'the property');
}

/** Current value of a property and its shares. */
export interface CurrentValue {
  value: ShareValue;
  /** The effective valuation: the offering's own until it is funded. */
  valuationCents: Cents;
  /** Debt that is owed. The part that the offering repays is included until escrow has repaid it. */
  debtCents: Cents;
  /** Part of that debt that the proceeds of the offering repay. */
  repaymentDueCents: Cents;
}

/** Value at a moment, from a history. */
export function currentValueOf(history: StoredHistory, now: Date): CurrentValue {
  const { ownValuationCents, repaidCents } = history;
  // Until the offering is funded, only its own valuation is effective; that of earlier terms is not.
  const own = history.valuations.findLast(({ amountCents }) => amountCents === ownValuationCents);
  const effective = valuationAt(history, now) ?? own;
  const debtCents = effective ? owedDebt(effective, repaidCents) : 0;
  return {
    value: valueAt(history, now),
    valuationCents: effective?.amountCents ?? ownValuationCents,
    debtCents,
    repaymentDueCents: effective ? debtCents - remainingDebt(effective) : 0,
  };
}

/** Current values of these properties, by id. */
export async function currentValues(
  db: Queryable,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, CurrentValue>> {
  if (ids.length === 0) return new Map();
  const histories = await valueHistories(db, propertiesOf(ids));
  return new Map([...histories].map(([id, history]) => [id, currentValueOf(history, now)]));
}

/** The columns of a property that its value follows from, as a query names them. */
interface PropertyColumns {
  id: SQL;
  price: SQL;
  equityOfferedBps: SQL;
  totalShares: SQL;
  valuation: SQL;
}

/** The columns of a property under the name or alias that a query gives it. */
export const columnsAs = (alias: string): PropertyColumns => ({
  id: sql.raw(`${alias}.id`),
  price: sql.raw(`${alias}.price_per_share`),
  equityOfferedBps: sql.raw(`${alias}.equity_offered_bps`),
  totalShares: sql.raw(`${alias}.total_shares`),
  valuation: sql.raw(`${alias}.valuation`),
});

/** Something of the newest approved valuation of a property that is funded; no valuation is dated ahead. */
const newest = (property: PropertyColumns, column: SQL): SQL => sql`(
  select ${column} from valuations v
  join valuation_decisions d on d.valuation_id = v.id and d.decision = 'approved'
  join offerings funded on funded.property_id = v.property_id and funded.status = 'funded'
  where v.property_id = ${property.id}
  order by v.effective_on desc nulls last, v.filed_at desc nulls last, v.id desc limit 1)`;

/** Cents that a share is worth now, as an expression of a property's row: `valueAt` in SQL. */
export function perShareCents(property: PropertyColumns): SQL<number> {
  const net = sql`(v.amount - v.debt + v.repayment) * 100 * ${property.equityOfferedBps}`;
  const perShare = sql`greatest(0, div(${net}, 10000::numeric * ${property.totalShares}))`;
  return sql<number>`coalesce(${newest(property, perShare)}, ${property.price} * 100)::float8`;
}

/** Cents that a property is worth now, as an expression of its row: `currentValueOf` in SQL. */
export function currentValuationCents(property: PropertyColumns): SQL<number> {
  return centsOf(sql`coalesce(${newest(property, sql`v.amount`)}, ${property.valuation})`);
}
