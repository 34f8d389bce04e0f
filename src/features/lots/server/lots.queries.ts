import { sql } from 'drizzle-orm';
import { holdingKey } from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import type { Cents } from '#kernel/money.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { type Database, type Queryable, rows } from '#platform/server/database/db.ts';
import { centsOf, epochMs } from '#platform/server/database/sql-values.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { OpenLot } from '../lots.contract.ts';
import { costOfShares, freeSharesIn } from '../lots.rules.ts';
import { acquisitions } from './acquisitions.ts';
import { lotBooks } from './lots.ts';

/** Cost of a holding, and the movements of its shares. */
interface HoldingHistory {
  /** Paid for the shares that are still held, without fees. */
  investedCents: Cents;
  /** When the oldest of them was acquired. */
  heldSince: Date | null;
  /** Shares and their price without fees; both negative for a sale. */
  changes: { at: Date; shares: number; paidCents: Cents }[];
}

interface Movement extends Record<string, unknown> {
  userId: string;
  propertyId: number;
  /** Milliseconds. */
  at: number;
  isSale: boolean;
  shares: number;
  /** Number of a purchase's shares that were sold since. */
  sold: number;
  /** Without fees: the price of a purchase, or the proceeds of a sale. */
  amountCents: Cents;
}

/** The histories of a user's holdings, by property. */
export type HoldingHistories = ReadonlyMap<number, HoldingHistory>;

/** The history of every holding that these users have or had, by user. */
export async function holdingHistories(
  db: Queryable,
  userIds: readonly string[],
): Promise<ReadonlyMap<string, HoldingHistories>> {
  const movements = await rows<Movement>(
    db,
    sql`select a.user_id as "userId", a.property_id as "propertyId",
               round(date_part('epoch', a.acquired_at) * 1000) as at, false as "isSale", a.shares,
               coalesce(u.shares_sold, 0) as sold, ${centsOf('a.amount')} as "amountCents"
        from ${acquisitions} a
        left join lot_usage u on u.lot_id = a.id
        where a.user_id = any(${textArray(userIds)})
        union all
        select user_id, property_id, round(date_part('epoch', disposed_at) * 1000), true, shares, 0,
               ${centsOf('proceeds')}
        from lot_disposals where user_id = any(${textArray(userIds)})
        order by "isSale", at`,
  );
  const everyone = new Map(userIds.map((userId) => [userId, new Map<number, HoldingHistory>()]));
  for (const { userId, propertyId, at, isSale, shares, sold, amountCents } of movements) {
    const histories = present(everyone.get(userId), 'a user that was asked for');
    const history = histories.get(propertyId) ?? { investedCents: 0, heldSince: null, changes: [] };
    histories.set(propertyId, history);
    const sign = isSale ? -1 : 1;
    history.changes.push({ at: new Date(at), shares: sign * shares, paidCents: sign * amountCents });
    if (isSale || sold >= shares) continue;
    history.investedCents += costOfShares({ shares, costCents: amountCents }, sold, shares);
    history.heldSince ??= new Date(at);
  }
  return everyone;
}

/** The shares that are left of a purchase, and their price without fees. */
interface HeldLot {
  id: string;
  propertyId: number;
  shares: number;
  paidCents: Cents;
  acquiredAt: Date;
}

/** Every purchase of which a user still holds shares, on the first market or from a reseller, newest first. */
export async function heldLots(db: Queryable, userId: string, limit: number): Promise<HeldLot[]> {
  const found = await rows<{
    id: string;
    propertyId: number;
    shares: number;
    sold: number;
    amountCents: Cents;
    at: number;
  }>(
    db,
    sql`select a.id::text as id, a.property_id as "propertyId", a.shares, coalesce(u.shares_sold, 0) as sold,
               ${centsOf('a.amount')} as "amountCents",
               ${epochMs('a.acquired_at')} as at
        from ${acquisitions} a
        left join lot_usage u on u.lot_id = a.id
        where a.user_id = ${userId} and coalesce(u.shares_sold, 0) < a.shares
        order by a.acquired_at desc, a.id desc limit ${limit}`,
  );
  return found.map(({ id, propertyId, shares, sold, amountCents, at }) => ({
    id,
    propertyId,
    shares: shares - sold,
    paidCents: costOfShares({ shares, costCents: amountCents }, sold, shares),
    acquiredAt: new Date(at),
  }));
}

/** The caller's open lots of a property, in the order in which sales take them. */
export async function openLots(
  db: Database,
  { userId }: UserActor,
  { propertyId }: { propertyId: number },
): Promise<OpenLot[]> {
  const holding = { userId, propertyId };
  const book = present((await lotBooks(db, [holding])).get(holdingKey(holding)), 'the lots asked for');
  const freeShares = freeSharesIn(book);
  return book.lots.map((lot) => ({
    id: lot.id,
    acquiredAt: lot.acquiredAt.toISOString(),
    pricePerShareCents: lot.pricePerShareCents,
    sharesLeft: lot.shares - lot.sharesSold,
    sharesFree: freeShares(lot),
    costCents: costOfShares(lot, lot.sharesSold, lot.shares),
  }));
}
