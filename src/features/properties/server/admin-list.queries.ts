import { and, desc, eq, lt, ne, or, sql } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { ledgerAccounts } from '#db/schema/ledger.ts';
import { offerings } from '#db/schema/offerings.ts';
import { correctionText, properties } from '#db/schema/properties.ts';
import { propertyBalance } from '#features/ledger/server/index.ts';
import { offeringColumns, offeringViewOf } from '#features/offerings/server/index.ts';
import { samePersonAmong, verifiedAmong } from '#features/ownership/server/index.ts';
import { toDecimal } from '#kernel/money.ts';
import { fullName } from '#kernel/person.ts';
import { cursorPart, cutPage, readCursor } from '#platform/server/database/cursors.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { buildingOf } from '../building.rules.ts';
import type { PropertyStatus } from '../properties.contract.ts';
import type { AdminProperty, OutstandingWork } from '../review.contract.ts';
import { availableShares, ofAvailability } from './available-shares.ts';
import { hasLenderToPay, hasMissingMonths } from './outstanding-work.ts';
import { entityOf, placeOf } from './properties.views.ts';
import { searchTerms, withParts } from './property-search.ts';
import { correctedOf, resubmittedAt, simpleFormVersionNumber } from './simple-form-versions.ts';

interface AdminListInput {
  status?: PropertyStatus | undefined;
  outstanding?: OutstandingWork | undefined;
  q?: string | undefined;
  cursor?: string | undefined;
  limit: number;
}

/** The properties that match, the latest first, and one more than the limit if there is one. */
async function matchingProperties(
  { db, clock }: Pick<Platform, 'db' | 'clock'>,
  { status, outstanding, q, cursor, limit }: AdminListInput,
) {
  const terms = q === undefined ? null : await searchTerms(db, q);
  return db
    .select({
      property: properties,
      availableShares,
      firstName: users.firstName,
      lastName: users.lastName,
      ...offeringColumns,
      resubmittedAt,
      submissionNumber: simpleFormVersionNumber,
      lenderWaitingCents: sql<number>`${propertyBalance(properties.id, 'property_mortgage')}::float8`,
    })
    .from(properties)
    .innerJoin(users, eq(users.id, properties.ownerId))
    .innerJoin(offerings, eq(offerings.propertyId, properties.id))
    .leftJoin(ledgerAccounts, ofAvailability)
    .where(
      and(
        status ? eq(properties.status, status) : undefined,
        outstanding === 'lender' ? hasLenderToPay : undefined,
        outstanding === 'reports' ? hasMissingMonths(clock.now()) : undefined,
        terms
          ? or(withParts(terms), and(ne(properties.status, 'approved'), withParts(terms, correctionText)))
          : undefined,
        cursor === undefined
          ? undefined
          : lt(properties.id, Number(readCursor(cursor, cursorPart.integer)[0])),
      ),
    )
    .orderBy(desc(properties.id))
    .limit(limit + 1);
}

/** All properties for the admin panel, the latest first. */
export async function adminList(
  platform: Pick<Platform, 'db' | 'config' | 'clock'>,
  actor: UserActor,
  input: AdminListInput,
) {
  const { db, config } = platform;
  const found = await matchingProperties(platform, input);
  const { items: shown, nextCursor } = cutPage(found, input.limit, ({ property }) => String(property.id));
  const ownerIds = shown.map(({ property }) => property.ownerId);
  const viewers = await samePersonAmong(db, actor.userId, ownerIds);
  const verified = config.investing.requiresKyc ? await verifiedAmong(db, ownerIds) : null;
  const items = shown.map((row): AdminProperty => {
    const property = correctedOf(row.property);
    return {
      id: property.id,
      name: property.name,
      location: property.location,
      ...placeOf(property),
      propertyType: property.propertyType,
      subtype: property.subtype,
      ...buildingOf(property.description),
      pricePerShare: toDecimal(property.pricePerShareCents),
      totalShares: property.totalShares,
      availableShares: row.availableShares,
      lenderWaitingCents: row.lenderWaitingCents,
      annualYield: entityOf({ ...row, property }).annualYield,
      status: property.status,
      statusReason: property.statusReason,
      imageUrl: property.imageUrl,
      ownerName: fullName(row),
      ownedByViewer: viewers.has(property.ownerId),
      ownerVerificationMissing: verified !== null && !verified.has(property.ownerId),
      createdAt: property.createdAt.toISOString(),
      resubmittedAt: row.resubmittedAt === null ? null : new Date(row.resubmittedAt).toISOString(),
      submissionNumber: row.submissionNumber,
      offering: offeringViewOf(row, { ...property, availableShares: row.availableShares }),
    };
  });
  return { items, nextCursor };
}
