import { sql } from 'drizzle-orm';
import { invest } from '#features/investing/server/index.ts';
import { quoteTrade } from '#features/resale/resale.rules.ts';
import { buyShares, openListing } from '#features/resale/server/index.ts';
import { newId } from '#kernel/ids.ts';
import { rows } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import { as, PROPERTIES, READER_COUNT, userId } from './world.ts';

const PROPERTY = PROPERTIES - 2;
const SELLER = userId(READER_COUNT + 2);
const LISTED = 5_000_000;
const PRICE_CENTS = 10_000;

/** Funds a property, and has one person buy half of it and offer all that on the resale market. */
export async function openLargeListing(platform: Platform): Promise<void> {
  await platform.db.execute(sql`update offerings set status = 'funded', deadline = null, closed_at = now()
    where property_id = ${PROPERTY}`);
  const seller = as(platform, SELLER);
  await invest(seller, { propertyId: PROPERTY, shares: LISTED, requestId: newId() });
  const order = { propertyId: PROPERTY, shares: LISTED, pricePerShareCents: PRICE_CENTS };
  await openListing(seller, { ...order, requestId: newId() });
  await platform.db.execute(sql`vacuum analyze`);
}

export async function largeListing({ db }: Platform): Promise<string> {
  const [listing] = await rows<{ id: string }>(
    db,
    sql`select id from resale_orders where property_id = ${PROPERTY} and status = 'open' and side = 'ask'`,
  );
  if (!listing) throw new Error('the benchmark has no open listing');
  return listing.id;
}

const { totalCents } = quoteTrade(1, PRICE_CENTS);

/** One share of the listing for someone other than its seller. */
export function buyOne(platform: Platform, listingId: string, buyer: number): Promise<unknown> {
  const purchase = { listingId, shares: 1, expectedTotalCents: totalCents, requestId: newId() };
  return buyShares(as(platform, userId(buyer)), purchase);
}
