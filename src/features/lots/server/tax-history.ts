import { sql } from 'drizzle-orm';
import { present } from '#kernel/assert.ts';
import type { Cents } from '#kernel/money.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { centsOf, epochMs } from '#platform/server/database/sql-values.ts';
import type { BoughtLot, CapitalReturn, SoldLot, WashSale } from '../gains.rules.ts';
import { acquisitions } from './acquisitions.ts';

/** A purchase with its cost. */
export interface AcquiredLot extends BoughtLot {
  /** Without fees. */
  amountCents: Cents;
}

/** Everything that a person bought and sold, with the losses that were moved and the capital that was returned. */
export interface TaxHistory {
  lots: AcquiredLot[];
  sales: SoldLot[];
  washSales: WashSale[];
  returns: CapitalReturn[];
}

type OwnedRow<Row> = Row & Record<string, unknown> & { userId: string };

/** The histories of people, of all properties or of one. */
export async function taxHistories(
  db: Queryable,
  userIds: readonly string[],
  propertyId?: number,
): Promise<Map<string, TaxHistory>> {
  const histories = new Map<string, TaxHistory>(
    userIds.map((userId) => [userId, { lots: [], sales: [], washSales: [], returns: [] }]),
  );
  const whose = sql`user_id = any(${textArray(userIds)}) ${
    propertyId === undefined ? sql`` : sql`and property_id = ${propertyId}`
  }`;
  const lots = await rows<OwnedRow<Omit<AcquiredLot, 'acquiredAt'> & { at: number }>>(
    db,
    sql`select user_id as "userId", id::text as id, property_id as "propertyId", shares,
               ${epochMs('acquired_at')} as at,
               ${centsOf('amount')} as "amountCents", ${centsOf('cost')} as "costCents",
               exists (select 1 from investment_releases r where r.investment_id = a.id)
                 or exists (select 1 from resale_trades t where t.id = a.id) as "isOutOfEscrow"
        from ${acquisitions} a where ${whose}
        order by acquired_at, id`,
  );
  for (const { userId, at, ...lot } of lots)
    histories.get(userId)?.lots.push({ ...lot, acquiredAt: new Date(at) });
  const sales = await rows<
    OwnedRow<Omit<SoldLot, 'acquiredAt' | 'disposedAt'> & { acquired: number; disposed: number }>
  >(
    db,
    sql`select user_id as "userId", trade_id::text as "tradeId", lot_id::text as "lotId",
               property_id as "propertyId", shares,
               ${centsOf('cost')} as "costCents", ${centsOf('proceeds')} as "proceedsCents",
               ${epochMs('acquired_at')} as acquired, ${epochMs('disposed_at')} as disposed
        from lot_disposals where ${whose}
        order by disposed_at, trade_id, lot_id`,
  );
  for (const { userId, acquired, disposed, ...sale } of sales)
    histories
      .get(userId)
      ?.sales.push({ ...sale, acquiredAt: new Date(acquired), disposedAt: new Date(disposed) });
  const washSales = await rows<OwnedRow<WashSale>>(
    db,
    sql`select w.user_id as "userId", w.trade_id::text as "tradeId", w.lot_id::text as "lotId",
               w.replacement_lot_id::text as "replacementLotId", w.shares,
               ${centsOf('w.disallowed')} as "disallowedCents"
        from (select * from wash_sale_adjustments where ${whose}) w
        left join ${acquisitions} a on a.id = w.replacement_lot_id
        order by w.recorded_at, w.trade_id, a.acquired_at, w.replacement_lot_id`,
  );
  for (const { userId, ...washSale } of washSales) histories.get(userId)?.washSales.push(washSale);
  const returns = await rows<OwnedRow<Omit<CapitalReturn, 'paidAt'> & { paid: number }>>(
    db,
    sql`select r.user_id as "userId", r.distribution_id as "distributionId", r.property_id as "propertyId",
               r.lot_id::text as "lotId", r.shares, ${centsOf('r.amount')} as cents,
               ${epochMs('r.paid_at')} as paid
        from (select * from basis_reductions where ${whose}) r
        join tax_classifications c on c.id = r.classification_id
        where not exists (select 1 from tax_classifications later where later.property_id = c.property_id
                          and later.year = c.year and later.version > c.version)
        order by r.paid_at, r.property_id, r.position`,
  );
  for (const { userId, paid, ...one } of returns)
    histories.get(userId)?.returns.push({ ...one, paidAt: new Date(paid) });
  return histories;
}

/** The history of one person, of all properties or of one. */
export async function taxHistory(db: Queryable, userId: string, propertyId?: number): Promise<TaxHistory> {
  return present((await taxHistories(db, [userId], propertyId)).get(userId), 'the history asked for');
}
