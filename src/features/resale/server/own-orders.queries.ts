import { and, desc, eq, inArray, lt, ne, sql } from 'drizzle-orm';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { resaleBooks, resaleOrders } from '#db/schema/resale.ts';
import { holdingKinds } from '#features/ledger/server/index.ts';
import type { PropertyStatus } from '#features/properties/properties.contract.ts';
import { present } from '#kernel/assert.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import { type Database, highestFirst } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { Side } from '../order-book.rules.ts';
import type { OwnOrder, SellableHolding } from '../resale.contract.ts';
import { listedProperties } from './resale.queries.ts';

interface OwnOrdersInput {
  state: 'open' | 'closed';
  cursor?: string | undefined;
  limit: number;
}

async function ownOrders(db: Database, { userId }: UserActor, side: Side, input: OwnOrdersInput) {
  const { state, cursor, limit } = input;
  const [seq] = cursor === undefined ? [] : readCursor(cursor, cursorPart.bigint);
  const found = await db
    .select({
      order: resaleOrders,
      propertyName: properties.name,
      review: properties.status,
      haltReason: resaleBooks.haltReason,
    })
    .from(resaleOrders)
    .innerJoin(properties, eq(properties.id, resaleOrders.propertyId))
    .leftJoin(resaleBooks, eq(resaleBooks.propertyId, resaleOrders.propertyId))
    .where(
      and(
        eq(resaleOrders.userId, userId),
        eq(resaleOrders.side, side),
        state === 'open' ? eq(resaleOrders.status, 'open') : ne(resaleOrders.status, 'open'),
        seq === undefined ? undefined : lt(resaleOrders.seq, Number(seq)),
      ),
    )
    .orderBy(highestFirst(resaleOrders.seq))
    .limit(limit + 1);
  const page = cutPage(found, limit, ({ order }) => String(order.seq));
  const items = page.items.map(
    ({ order, propertyName, review, haltReason }): OwnOrder => ({
      id: order.id,
      propertyId: order.propertyId,
      propertyName,
      shares: order.shares,
      sharesLeft: order.sharesLeft,
      pricePerShareCents: order.pricePerShareCents,
      status: order.status,
      openedAt: order.openedAt.toISOString(),
      expiresAt: order.expiresAt.toISOString(),
      closedAt: order.closedAt?.toISOString() ?? null,
      haltReason: standstillOf(haltReason, review),
    }),
  );
  return { ...page, items };
}

/** Why an order of a property does not trade now, or null. */
function standstillOf(halted: string | null, status: PropertyStatus): string | null {
  return status === 'approved' ? halted : 'The property is off the market.';
}

/** The caller's listings, newest first. */
export function ownListings(db: Database, actor: UserActor, input: OwnOrdersInput) {
  return ownOrders(db, actor, 'ask', input);
}

/** The caller's bids, newest first. */
export function ownBids(db: Database, actor: UserActor, input: OwnOrdersInput) {
  return ownOrders(db, actor, 'bid', input);
}

/** The caller's holdings, with the shares that are free to sell. */
export async function sellable(platform: Platform, { userId }: UserActor): Promise<SellableHolding[]> {
  const { db } = platform;
  const sharesOf = (kind: (typeof holdingKinds)[number]) =>
    sql<number>`coalesce(sum(${ledgerAccounts.balance}) filter (where ${ledgerAccounts.kind} = ${kind}), 0)::float8`;
  const held = await db
    .select({
      propertyId: ledgerAccounts.propertyId,
      sharesFree: sharesOf('user_shares'),
      sharesListed: sharesOf('user_listed'),
    })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), inArray(ledgerAccounts.kind, holdingKinds)))
    .groupBy(ledgerAccounts.propertyId)
    .having(sql`sum(${ledgerAccounts.balance}) > 0`);
  if (held.length === 0) return [];
  const ids = held.flatMap(({ propertyId }) => propertyId ?? []);
  const found = await db
    .select({ property: properties, haltReason: resaleBooks.haltReason, offering: offerings.status })
    .from(properties)
    .innerJoin(offerings, eq(offerings.propertyId, properties.id))
    .leftJoin(resaleBooks, eq(resaleBooks.propertyId, properties.id))
    .where(inArray(properties.id, ids))
    .orderBy(desc(properties.id));
  const listed = await listedProperties(
    platform,
    found.map(({ property }) => property),
  );
  return found.map(({ property, haltReason, offering }) => {
    const { sharesFree = 0, sharesListed = 0 } =
      held.find(({ propertyId }) => propertyId === property.id) ?? {};
    return {
      property: present(listed.get(property.id), 'the property of a holding'),
      status: property.status,
      statusReason: property.statusReason,
      offering,
      haltReason,
      sharesFree,
      sharesListed,
    };
  });
}
