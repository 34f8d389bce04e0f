import { and, eq, sql } from 'drizzle-orm';
import { washSaleAdjustments } from '#db/schema/lots.ts';
import type { Cents } from '#kernel/money.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import type { BoughtLot, CapitalReturn, SoldLot, WashSale } from '../gains.rules.ts';
import { acquisitions } from './acquisitions.ts';

/** A purchase with its cost. */
export interface Bought extends BoughtLot {
  /** Without fees. */
  amountCents: Cents;
}

/** Everything that a person bought and sold, with the losses that were moved and the capital that was returned. */
export interface TaxHistory {
  lots: Bought[];
  sales: SoldLot[];
  washSales: WashSale[];
  returns: CapitalReturn[];
}

/** The history of one person, of all properties or of one. */
export async function taxHistory(db: Queryable, userId: string, propertyId?: number): Promise<TaxHistory> {
  const ofProperty = propertyId === undefined ? sql`` : sql`and property_id = ${propertyId}`;
  const milliseconds = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
  const lots = await rows<Omit<Bought, 'acquiredAt'> & { at: number }>(
    db,
    sql`select id::text as id, property_id as "propertyId", shares, ${milliseconds('acquired_at')} as at,
               (amount * 100)::float8 as "amountCents", (cost * 100)::float8 as "costCents",
               exists (select 1 from investment_releases r where r.investment_id = a.id)
                 or exists (select 1 from resale_trades t where t.id = a.id) as "isOutOfEscrow"
        from ${acquisitions} a where user_id = ${userId} ${ofProperty}
        order by acquired_at, id`,
  );
  const sales = await rows<
    Omit<SoldLot, 'acquiredAt' | 'disposedAt'> & { acquired: number; disposed: number }
  >(
    db,
    sql`select trade_id::text as "tradeId", lot_id::text as "lotId", property_id as "propertyId", shares,
               (cost * 100)::float8 as "costCents", (proceeds * 100)::float8 as "proceedsCents",
               ${milliseconds('acquired_at')} as acquired, ${milliseconds('disposed_at')} as disposed
        from lot_disposals where user_id = ${userId} ${ofProperty}
        order by disposed_at, trade_id, lot_id`,
  );
  const washSales = await db
    .select({
      tradeId: washSaleAdjustments.tradeId,
      lotId: washSaleAdjustments.lotId,
      replacementLotId: washSaleAdjustments.replacementLotId,
      shares: washSaleAdjustments.shares,
      disallowedCents: washSaleAdjustments.disallowedCents,
    })
    .from(washSaleAdjustments)
    .where(
      and(
        eq(washSaleAdjustments.userId, userId),
        propertyId === undefined ? undefined : eq(washSaleAdjustments.propertyId, propertyId),
      ),
    )
    .orderBy(
      washSaleAdjustments.recordedAt,
      washSaleAdjustments.tradeId,
      washSaleAdjustments.replacementLotId,
    );
  const returns = await rows<Omit<CapitalReturn, 'paidAt'> & { paid: number }>(
    db,
    sql`select r.distribution_id as "distributionId", r.property_id as "propertyId", r.lot_id::text as "lotId", r.shares,
               (r.amount * 100)::float8 as cents, ${milliseconds('r.paid_at')} as paid
        from basis_reductions r join tax_classifications c on c.id = r.classification_id
        where r.user_id = ${userId} ${propertyId === undefined ? sql`` : sql`and r.property_id = ${propertyId}`}
          and not exists (select 1 from tax_classifications later where later.property_id = c.property_id
                          and later.year = c.year and later.version > c.version)
        order by r.paid_at, r.property_id, r.position`,
  );
  return {
    lots: lots.map(({ at, ...lot }) => ({ ...lot, acquiredAt: new Date(at) })),
    sales: sales.map(({ acquired, disposed, ...sale }) => ({
      ...sale,
      acquiredAt: new Date(acquired),
      disposedAt: new Date(disposed),
    })),
    washSales,
    returns: returns.map(({ paid, ...one }) => ({ ...one, paidAt: new Date(paid) })),
  };
}
