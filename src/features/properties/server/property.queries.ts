import { and, asc, desc, eq, gt, lt, or, sql } from 'drizzle-orm';
import { rentReports, reportedIncome } from '#db/schema/distributions.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { properties } from '#db/schema/properties.ts';
import { isHolding } from '#features/ledger/server/index.ts';
import type { OfferingView } from '#features/offerings/offerings.contract.ts';
import { offeringViewOfProperty, sharesSoldSince } from '#features/offerings/server/index.ts';
import { affiliationOf, isOwnerOrAdmin } from '#features/ownership/server/index.ts';
import { currentValueOf, valueHistory } from '#features/valuations/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { after, DAY } from '#kernel/time.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import type { Database, Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Actor, UserActor } from '#platform/server/security/caller.ts';
import { pseudonymsOf } from '#platform/server/security/pseudonyms.ts';
import type { Shareholder } from '../market.contract.ts';
import { type PropertyDetail, type PropertyEntity, propertyErrors } from '../properties.contract.ts';
import { CAP_RATE_MONTHS, equityOf, knownCapRate, type ReportedIncome } from '../properties.rules.ts';
import { availableShares, ofAvailability } from './available-shares.ts';
import { canSeeProperty } from './properties.policy.ts';
import { cardOf, entityOf, placeOf, type StoredProperty } from './properties.views.ts';
import { correctedOf } from './simple-form-versions.ts';

interface VisibleProperty extends StoredProperty {
  viewerShares: number;
}

/**
 * One property as it is stored, with the viewer's holding.
 * @throws PROPERTY_NOT_FOUND also for one that the viewer may not see
 */
export async function visibleProperty(db: Queryable, actor: Actor, id: number): Promise<VisibleProperty> {
  const [found] = await db
    .select({ property: properties, availableShares })
    .from(properties)
    .leftJoin(ledgerAccounts, ofAvailability)
    .where(eq(properties.id, id));
  const viewerShares = actor.kind === 'user' ? await sharesHeld(db, actor.userId, id) : 0;
  if (!found || !canSeeProperty(actor, { ...found.property, isHolder: viewerShares > 0 })) {
    throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  }
  return { ...found, viewerShares };
}

/** As `visibleProperty`, but its owner and admins see a correction that is in review. */
async function correctedProperty(db: Queryable, actor: Actor, id: number): Promise<VisibleProperty> {
  const found = await visibleProperty(db, actor, id);
  return isOwnerOrAdmin(actor, found.property) ? { ...found, property: correctedOf(found.property) } : found;
}

async function sharesHeld(db: Queryable, userId: string, propertyId: number): Promise<number> {
  const [holding] = await db
    .select({ shares: sql<number>`coalesce(sum(${ledgerAccounts.balance}), 0)::float8` })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.userId, userId), eq(ledgerAccounts.propertyId, propertyId), isHolding));
  return holding?.shares ?? 0;
}

/** One property as a full entity, for REST. An invisible one answers like a missing one. */
export async function visibleEntity(db: Queryable, actor: Actor, id: number): Promise<PropertyEntity> {
  return entityOf(await correctedProperty(db, actor, id));
}

/** Everything the property page shows. */
export async function detail(
  platform: Platform,
  actor: Actor,
  { id }: { id: number },
): Promise<PropertyDetail> {
  const { db, clock, config } = platform;
  const found = await correctedProperty(db, actor, id);
  const { property, viewerShares } = found;
  const now = clock.now();
  const weekAgo = after(now, -7 * DAY);
  const [investors] = await db
    .select({ holders: sql<number>`count(distinct ${ledgerAccounts.userId})::int` })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.propertyId, id), isHolding));
  const { valuationCents, value, debtCents } = currentValueOf(await valueHistory(db, id), now);
  const offering = await offeringViewOfProperty(db, { ...property, availableShares: found.availableShares });
  const card = {
    ...found,
    property: { ...property, valuationCents },
    minimumShares: offering.minimumShares,
  };
  return {
    ...cardOf(card, { now, hasSampleData: config.hasSampleData }),
    offeringValuationCents: property.valuationCents,
    value,
    debtCents,
    ...placeOf(property),
    ...equityOf({ ...property, availableShares: found.availableShares }),
    description: property.description,
    status: property.status,
    statusReason: property.statusReason,
    ...knownCapRate({ ...property, reported: await reportedIncomeOf(db, id), valuationCents }),
    soldShares: property.totalShares - found.availableShares,
    weeklySharesSold: await sharesSoldSince(db, id, weekAgo),
    investorCount: investors?.holders ?? 0,
    ownedByViewer: actor.kind === 'user' && actor.userId === property.ownerId,
    viewerAffiliation: await affiliationOf(db, actor, property),
    viewerShares,
    offering: shownTo(actor, found, offering),
  };
}

/** The reason of a payout hold is shown to the owner, the holders and admins; the hold itself to everyone. */
function shownTo(
  actor: Actor,
  { property, viewerShares }: VisibleProperty,
  offering: OfferingView,
): OfferingView {
  const isParty = viewerShares > 0 || isOwnerOrAdmin(actor, property);
  if (isParty || offering.hold === null) return offering;
  return { ...offering, hold: { ...offering.hold, reason: null } };
}

async function reportedIncomeOf(db: Database, propertyId: number): Promise<ReportedIncome> {
  const last = db
    .select({ income: sql<string>`${reportedIncome} * 100`.as('income') })
    .from(rentReports)
    .where(eq(rentReports.propertyId, propertyId))
    .orderBy(desc(rentReports.month))
    .limit(CAP_RATE_MONTHS)
    .as('last');
  const [sums] = await db
    .select({
      months: sql<number>`count(*)::int`,
      cents: sql<string>`coalesce(sum(${last.income}), 0)::bigint::text`,
    })
    .from(last);
  return { months: sums?.months ?? 0, operatingIncomeCents: Number(sums?.cents ?? 0) };
}

/** Holders of a property, the largest first, under pseudonyms. */
export async function shareholders(
  { db, vault }: Pick<Platform, 'db' | 'vault'>,
  actor: UserActor,
  { propertyId, cursor, limit }: { propertyId: number; cursor?: string | undefined; limit: number },
) {
  await visibleProperty(db, actor, propertyId);
  const { nameOf, secret } = await pseudonymsOf(vault, propertyId);
  const [lastShares, place] =
    cursor === undefined ? [] : readCursor(cursor, cursorPart.integer, '[0-9a-f]{32}');
  const holdings = db
    .select({
      userId: sql<string>`${ledgerAccounts.userId}`.as('holder'),
      shares: sql<number>`sum(${ledgerAccounts.balance})::float8`.as('shares'),
      // A rank among equals that reveals no id.
      place: sql<string>`md5(${secret}::text || ${ledgerAccounts.userId})`.as('place'),
    })
    .from(ledgerAccounts)
    .where(and(eq(ledgerAccounts.propertyId, propertyId), isHolding))
    .groupBy(ledgerAccounts.userId)
    .as('holdings');
  const found = await db
    .select()
    .from(holdings)
    .where(
      place === undefined
        ? undefined
        : or(
            lt(holdings.shares, Number(lastShares)),
            and(eq(holdings.shares, Number(lastShares)), gt(holdings.place, place)),
          ),
    )
    .orderBy(desc(holdings.shares), asc(holdings.place))
    .limit(limit + 1);
  const page = cutPage(found, limit, (last) => `${last.shares}~${last.place}`);
  return {
    ...page,
    items: page.items.map(
      ({ userId, shares }): Shareholder => ({
        name: nameOf(userId),
        shares,
        mine: userId === actor.userId,
      }),
    ),
  };
}
