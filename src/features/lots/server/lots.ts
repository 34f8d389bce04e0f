import { inArray, sql } from 'drizzle-orm';
import { lotReservations } from '#db/schema/lots.ts';
import { type HoldingKey, holdingKey } from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import { parseUsd, toDecimal } from '#kernel/money.ts';
import { insertRows, type Write } from '#platform/server/database/columns.ts';
import {
  awaitAll,
  jsonRows,
  rows,
  type StatementRunner,
  type Transaction,
} from '#platform/server/database/db.ts';
import { isoText } from '#platform/server/database/sql-values.ts';
import type { LotBook, LotPart } from '../lots.rules.ts';
import { acquisitions } from './acquisitions.ts';

interface LotRow extends Record<string, unknown> {
  userId: string;
  propertyId: number;
  id: string;
  acquiredAt: string;
  shares: number;
  sharesSold: number;
  price: string;
  cost: string;
}

/**
 * The open lots of these holdings, by `holdingKey`. A caller that is going to sell from them must hold the locks under
 * which shares of the property are sold, so that nobody else does meanwhile.
 */
export async function lotBooks(
  db: StatementRunner,
  holdings: readonly HoldingKey[],
): Promise<Map<string, LotBook>> {
  const books = new Map<string, LotBook>(
    holdings.map((holding) => [holdingKey(holding), { lots: [], reserved: new Map() }]),
  );
  if (books.size === 0) return books;
  const wanted = [...new Map(holdings.map((one) => [holdingKey(one), one])).values()].map(
    ({ userId, propertyId }) => ({ userId, propertyId }),
  );
  const [lots, reservations] = await awaitAll([
    rows<LotRow>(
      db,
      sql`select w."userId", w."propertyId", l.id::text as id, l.shares, coalesce(u.shares_sold, 0) as "sharesSold",
                 l.price_per_share::text as price,
                 l.cost::text as cost, ${isoText('l.acquired_at')} as "acquiredAt"
          from json_to_recordset(${jsonRows(wanted)}) as w("userId" text, "propertyId" int)
          cross join lateral (
            select * from ${acquisitions} a where a.user_id = w."userId" and a.property_id = w."propertyId"
            -- read for each holding by itself: joined with all of them at once, every purchase there ever was is read
            offset 0) l
          left join lot_usage u on u.lot_id = l.id
          where l.shares > coalesce(u.shares_sold, 0)
          order by l.acquired_at, l.id`,
    ),
    rows<{ listingId: string; lotId: string; shares: number } & HoldingKey & Record<string, unknown>>(
      db,
      sql`select r.listing_id::text as "listingId", r.lot_id::text as "lotId", r.shares, r.user_id as "userId",
                 r.property_id as "propertyId"
          from json_to_recordset(${jsonRows(wanted)}) as w("userId" text, "propertyId" int)
          join lot_reservations r on r.user_id = w."userId" and r.property_id = w."propertyId"
          order by r.listing_id, r.position`,
    ),
  ]);
  for (const row of lots) {
    books.get(holdingKey(row))?.lots.push({
      id: row.id,
      acquiredAt: new Date(row.acquiredAt),
      shares: row.shares,
      sharesSold: row.sharesSold,
      pricePerShareCents: present(parseUsd(row.price), 'the price of a lot'),
      costCents: present(parseUsd(row.cost), 'the cost of a lot'),
    });
  }
  for (const row of reservations) {
    const reserved = present(books.get(holdingKey(row)), 'a lot book').reserved;
    const choices = reserved.get(row.listingId) ?? [];
    choices.push({ lotId: row.lotId, shares: row.shares });
    reserved.set(row.listingId, choices);
  }
  return books;
}

/** A listing whose seller chose lots, or a sale from it. */
interface OfListing extends HoldingKey {
  listingId: string;
  book: LotBook;
}

/** A sale with the lots that it took shares from. */
export interface LotSale extends OfListing {
  tradeId: string;
  pricePerShareCents: number;
  parts: readonly LotPart[];
}

/** The writes that record sales of this moment on lot books: the disposals, and how much of each lot is gone. */
export function disposalWrites(sales: readonly LotSale[], now: Date): Write[] {
  const disposals = sales.flatMap((sale) => sale.parts.map((part) => ({ sale, part })));
  const used = new Map<string, number>();
  for (const { part } of disposals) used.set(part.lotId, (used.get(part.lotId) ?? 0) + part.shares);
  return [
    insertRows('lot_disposals', disposals, {
      trade_id: ['uuid', ({ sale }) => sale.tradeId],
      lot_id: ['uuid', ({ part }) => part.lotId],
      user_id: ['text', ({ sale }) => sale.userId],
      property_id: ['int', ({ sale }) => sale.propertyId],
      shares: ['int', ({ part }) => part.shares],
      cost: ['numeric', ({ part }) => toDecimal(part.costCents)],
      proceeds: ['numeric', ({ sale, part }) => toDecimal(sale.pricePerShareCents * part.shares)],
      acquired_at: ['timestamptz', ({ part }) => part.acquiredAt],
      disposed_at: ['timestamptz', now],
    }),
    insertRows(
      'lot_usage',
      [...used],
      { lot_id: ['uuid', ([lotId]) => lotId], shares_sold: ['int', ([, shares]) => shares] },
      ' on conflict (lot_id) do update set shares_sold = lot_usage.shares_sold + excluded.shares_sold',
    ),
  ];
}

/** Stores the rest of the chosen lots of listings, after a choice or a sale. */
export async function storeReservations(tx: Transaction, touched: readonly OfListing[]): Promise<void> {
  const choosing = touched.filter(({ book, listingId }) => book.reserved.has(listingId));
  const listings = [...new Map(choosing.map((one) => [one.listingId, one])).values()];
  const remaining = listings.flatMap(({ listingId, userId, propertyId, book }) =>
    (book.reserved.get(listingId) ?? []).map((choice, position) => ({
      listingId,
      userId,
      propertyId,
      position,
      ...choice,
    })),
  );
  await rewriteReservations(
    tx,
    listings.map(({ listingId }) => listingId),
    remaining,
  );
}

async function rewriteReservations(
  tx: Transaction,
  listingIds: readonly string[],
  remaining: readonly Record<string, unknown>[],
): Promise<void> {
  await releaseLots(tx, listingIds);
  if (remaining.length === 0) return;
  await rows(
    tx,
    sql`insert into lot_reservations (listing_id, lot_id, user_id, property_id, position, shares)
        select "listingId", "lotId", "userId", "propertyId", position, shares
        from json_to_recordset(${jsonRows(remaining)})
          as r("listingId" uuid, "lotId" uuid, "userId" text, "propertyId" int, position int, shares int)`,
  );
}

/** Frees what listings that are closed had chosen. */
export async function releaseLots(tx: Transaction, listingIds: readonly string[]): Promise<void> {
  if (listingIds.length === 0) return;
  await tx.delete(lotReservations).where(inArray(lotReservations.listingId, [...listingIds]));
}
