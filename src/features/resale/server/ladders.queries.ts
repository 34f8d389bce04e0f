import { and, asc, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { offerings } from '#db/schema/offerings.ts';
import { properties } from '#db/schema/properties.ts';
import { resaleBooks, resaleOrders } from '#db/schema/resale.ts';
import { quotePurchase, smallestOrder } from '#features/investing/server/index.ts';
import { present } from '#kernel/assert.ts';
import { groupBy } from '#kernel/group-by.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { pseudonymsOf } from '#platform/server/security/pseudonyms.ts';
import { type Ladder, MAX_FIRST_RUNGS } from '../resale.contract.ts';
import {
  type ListingsInput,
  listedProperties,
  listingSortKeys,
  offeredTo,
  type StoredProperty,
} from './resale.queries.ts';

type Order = typeof resaleOrders.$inferSelect;

interface LadderRow {
  property: StoredProperty;
  haltReason: string | null;
  listings: number;
  sharesForSale: number;
  availableShares: number;
  minimumOrderShares: number;
  isFunded: boolean;
  key: string;
}

/** Properties with listings of other people, a page at a time, sorted by each one's best listing. */
export async function ladders(platform: Platform, actor: UserActor, input: ListingsInput) {
  const { propertyId, sort, cursor, limit } = input;
  const { key, highest } = listingSortKeys[sort];
  const [, value, id] =
    cursor === undefined ? [] : readCursor(cursor, sort, cursorPart.bigint, cursorPart.integer);
  const best = highest ? sql`max(${key})` : sql`min(${key})`;
  const direction = highest ? sql`desc` : sql`asc`;
  const beyond = highest ? sql`<` : sql`>`;
  const found = await platform.db
    .select({
      property: properties,
      haltReason: sql<string | null>`max(${resaleBooks.haltReason})`,
      listings: sql<number>`count(*)::int`,
      sharesForSale: sql<number>`sum(${resaleOrders.sharesLeft})::float8`,
      availableShares: sql<number>`coalesce(max(${ledgerAccounts.balance}), 0)::int`,
      minimumOrderShares: sql<number>`max(${offerings.minimumOrderShares})::int`,
      isFunded: sql<boolean>`bool_or(${offerings.status} = 'funded')`,
      key: sql<string>`${best}::text`,
    })
    .from(resaleOrders)
    .innerJoin(properties, eq(properties.id, resaleOrders.propertyId))
    .innerJoin(offerings, eq(offerings.propertyId, properties.id))
    .leftJoin(resaleBooks, eq(resaleBooks.propertyId, properties.id))
    .leftJoin(
      ledgerAccounts,
      and(eq(ledgerAccounts.propertyId, properties.id), eq(ledgerAccounts.kind, 'property_available')),
    )
    .where(offered(platform, actor, propertyId === undefined ? [] : [propertyId]))
    .groupBy(properties.id)
    .having(
      value === undefined
        ? undefined
        : sql`(${best}, ${properties.id}) ${beyond} (${value}::bigint, ${id}::int)`,
    )
    .orderBy(sql`${best} ${direction}, ${properties.id} ${direction}`)
    .limit(limit + 1);
  const page = cutPage(found, limit, (last) => `${sort}~${last.key}~${last.property.id}`);
  return { ...page, items: await withRungs(platform, actor, page.items) };
}

const offered = ({ clock }: Platform, actor: UserActor, ids: readonly number[]): SQL | undefined =>
  and(
    offeredTo(actor.userId, clock.now()),
    ids.length > 0 ? inArray(resaleOrders.propertyId, [...ids]) : undefined,
  );

async function withRungs(platform: Platform, actor: UserActor, found: LadderRow[]): Promise<Ladder[]> {
  if (found.length === 0) return [];
  const stored = found.map(({ property }) => property);
  const listed = await listedProperties(platform, stored);
  const rungs = groupBy(
    await cheapest(
      platform,
      actor,
      stored.map(({ id }) => id),
    ),
    (one) => one.propertyId,
  );
  return Promise.all(
    found.map(async (row) => {
      const { id } = row.property;
      const { nameOf } = await pseudonymsOf(platform.vault, id);
      return {
        property: present(listed.get(id), 'the property of a ladder'),
        haltReason: row.haltReason,
        listings: row.listings,
        sharesForSale: row.sharesForSale,
        best: (rungs.get(id) ?? []).map((order) => ({
          id: order.id,
          seller: nameOf(order.userId),
          sharesLeft: order.sharesLeft,
          pricePerShareCents: order.pricePerShareCents,
          openedAt: order.openedAt.toISOString(),
          expiresAt: order.expiresAt.toISOString(),
        })),
        newShares: newSharesOf(row),
      };
    }),
  );
}

/** The first rungs of these properties' ladders. */
async function cheapest(platform: Platform, actor: UserActor, ids: readonly number[]): Promise<Order[]> {
  const { db } = platform;
  const ranked = db
    .select({
      id: resaleOrders.id,
      place:
        sql<number>`row_number() over (partition by ${resaleOrders.propertyId} order by ${resaleOrders.pricePerShareCents}, ${resaleOrders.seq})`.as(
          'place',
        ),
    })
    .from(resaleOrders)
    .innerJoin(properties, eq(properties.id, resaleOrders.propertyId))
    .where(offered(platform, actor, ids))
    .as('ranked');
  const found = await db
    .select({ order: resaleOrders })
    .from(ranked)
    .innerJoin(resaleOrders, eq(resaleOrders.id, ranked.id))
    .where(lte(ranked.place, MAX_FIRST_RUNGS))
    .orderBy(asc(resaleOrders.pricePerShareCents), asc(resaleOrders.seq));
  return found.map(({ order }) => order);
}

function newSharesOf({
  property,
  isFunded,
  availableShares,
  minimumOrderShares,
}: LadderRow): Ladder['newShares'] {
  if (!isFunded || availableShares === 0) return null;
  return {
    available: availableShares,
    fewest: smallestOrder(minimumOrderShares, availableShares),
    oneCostsCents: quotePurchase(1, property.pricePerShareCents).totalCents,
  };
}
