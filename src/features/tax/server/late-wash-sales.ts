import { sql } from 'drizzle-orm';
import { gainsOf, taxHistory } from '#features/lots/server/index.ts';
import { issueMoment } from '#features/statements/server/index.ts';
import { present } from '#kernel/assert.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';

/** A loss that is disallowed because of shares whose money left escrow after the year of the sale was closed. */
export interface LateWashSale {
  tradeId: string;
  lotId: string;
  replacementLotId: string;
  shares: number;
  propertyId: number;
  soldAt: Date;
  /** When the money of the replacement left escrow: the purchase replaces shares only from then on. */
  effectiveFrom: Date;
}

/** When a year closes for tax: the statements of the January after it are issued. */
export const closingOf = (year: number): Date => issueMoment(`${year + 1}-02`);

/** The late wash sales of a person, whether they are recorded yet or not, in the order of the sales. */
export async function lateWashSalesOf(db: Queryable, userId: string): Promise<LateWashSale[]> {
  const released = await rows<{ lotId: string; at: number }>(
    db,
    sql`select i.id::text as "lotId", ${epochMs('r.at')} as at
        from investments i join investment_releases r on r.investment_id = i.id
        where i.user_id = ${userId}
          and exists (select 1 from lot_disposals d where d.user_id = i.user_id and d.property_id = i.property_id
                      and extract(year from d.disposed_at at time zone 'UTC')
                          < extract(year from r.at at time zone 'UTC'))`,
  );
  if (released.length === 0) return [];
  const releasedAt = new Map(released.map(({ lotId, at }) => [lotId, new Date(at)]));
  const { lots, sales, washSales, returns } = await taxHistory(db, userId);
  const saleOf = new Map(sales.map((sale) => [`${sale.tradeId} ${sale.lotId}`, sale]));
  const { found } = gainsOf(lots, sales, washSales, returns);
  return [...washSales, ...found]
    .flatMap(({ tradeId, lotId, replacementLotId, shares }): LateWashSale[] => {
      const effectiveFrom = releasedAt.get(replacementLotId);
      const sale = present(saleOf.get(`${tradeId} ${lotId}`), 'the sale of a wash sale');
      if (!effectiveFrom || effectiveFrom < closingOf(sale.disposedAt.getUTCFullYear())) return [];
      const { propertyId, disposedAt: soldAt } = sale;
      return [{ tradeId, lotId, replacementLotId, shares, propertyId, soldAt, effectiveFrom }];
    })
    .sort((one, two) => one.soldAt.getTime() - two.soldAt.getTime() || (one.tradeId < two.tradeId ? -1 : 1));
}
