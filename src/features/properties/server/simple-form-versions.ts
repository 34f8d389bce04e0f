import { and, count, desc, eq, lte, max, sql } from 'drizzle-orm';
import { offerings } from '#db/schema/offerings.ts';
import { type PropertyDescription, properties } from '#db/schema/properties.ts';
import { propertyImages } from '#db/schema/property-images.ts';
import { propertyVersions } from '#db/schema/property-versions.ts';
import { resaleOrders } from '#db/schema/resale.ts';
import { accounts, balanceOf } from '#features/ledger/server/index.ts';
import type { Offering } from '#features/offerings/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { bpsToDecimal, multiply, parsePercent, parseUsd, toDecimal } from '#kernel/money.ts';
import type { Database, Queryable } from '#platform/server/database/db.ts';
import { epochMs } from '#platform/server/database/sql-values.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { propertyErrors } from '../properties.contract.ts';
import { refuseResubmission } from '../resubmission.rules.ts';
import type { SimpleForm } from '../simple-form.contract.ts';
import {
  type SimpleFormVersion,
  type SimpleFormVersions,
  simpleFormVersion,
} from '../simple-form-versions.contract.ts';
import { storedPhotoOf } from './picture-source.ts';
import { placeOf } from './properties.views.ts';

const MAX_SHOWN_VERSIONS = 20;

/** When a property was last submitted again, in milliseconds, as an expression of its row; null when never. */
export const resubmittedAt = sql<number | null>`(
  select ${epochMs('max(v.replaced_at)')} from property_versions v
  where v.property_id = properties.id)`;

/** Number of the current version of a property's simple form, as an expression of its row. */
export const simpleFormVersionNumber = sql<number>`(
  select coalesce(max(v.version), 0) + 1 from property_versions v where v.property_id = properties.id)::int`;

/** Number of the current version of a property's simple form. */
export async function currentSimpleFormVersionNumber(db: Queryable, id: number): Promise<number> {
  const [found] = await db
    .select({ version: simpleFormVersionNumber })
    .from(properties)
    .where(eq(properties.id, id));
  return present(found, 'the property').version;
}

/**
 * Whether bids from before the newest correction are still open: on the market, the owner could sell them shares that
 * now cost less.
 */
export async function hasEarlierBids(db: Queryable, id: number): Promise<boolean> {
  const [bid] = await db
    .select({ id: resaleOrders.id })
    .from(resaleOrders)
    .where(
      and(
        eq(resaleOrders.propertyId, id),
        eq(resaleOrders.side, 'bid'),
        eq(resaleOrders.status, 'open'),
        lte(
          resaleOrders.openedAt,
          db
            .select({ at: max(propertyVersions.replacedAt) })
            .from(propertyVersions)
            .where(eq(propertyVersions.propertyId, id)),
        ),
      ),
    )
    .limit(1);
  return bid !== undefined;
}

/**
 * Every version of the simple form of a property, for the owner and for admins.
 * @throws PROPERTY_NOT_FOUND also for a property of another owner
 */
export async function simpleFormVersionsOf(
  db: Database,
  actor: UserActor,
  { id }: { id: number },
): Promise<SimpleFormVersions> {
  const [found] = await db
    .select({ property: properties, offering: offerings, resubmittedAt })
    .from(properties)
    .innerJoin(offerings, eq(offerings.propertyId, properties.id))
    .where(eq(properties.id, id));
  if (!found || (actor.role !== 'admin' && found.property.ownerId !== actor.userId))
    throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
  const { property, offering } = found;
  const earlier = await db
    .select()
    .from(propertyVersions)
    .where(eq(propertyVersions.propertyId, id))
    .orderBy(desc(propertyVersions.version))
    .limit(MAX_SHOWN_VERSIONS);
  const [available, escrowCents] = [
    await balanceOf(db, accounts.propertyAvailable(id)),
    await balanceOf(db, accounts.propertyEscrow(id)),
  ];
  const refusal = refuseResubmission({
    status: property.status,
    offering: offering.status,
    refunded: offering.refundedAt !== null,
    escrowCents,
  });
  const submittedAt = found.resubmittedAt === null ? property.createdAt : new Date(found.resubmittedAt);
  return {
    id,
    status: property.status,
    statusReason: property.statusReason,
    ownedByViewer: property.ownerId === actor.userId,
    latest: {
      submission: await currentSimpleFormVersion(db, property, offering),
      submittedAt: submittedAt.toISOString(),
    },
    earlier: earlier.map((row) => ({
      version: row.version,
      submission: simpleFormVersion.parse(row.submission),
      reason: row.reason,
      submittedAt: row.submittedAt.toISOString(),
      rejectedAt: row.rejectedAt.toISOString(),
    })),
    termsFrozen: available < property.totalShares,
    refusal: refusal?.message ?? null,
  };
}

/** What a simple form says about a property, as its columns. */
export const descriptionOf = (submission: SimpleForm): PropertyDescription => ({
  name: submission.name,
  description: submission.description ?? '',
  location: submission.location,
  streetAddress: submission.streetAddress || null,
  zipCode: submission.zipCode || null,
  latitude: submission.latitude ?? null,
  longitude: submission.longitude ?? null,
  propertyType: submission.propertyType,
  subtype: submission.subtype || null,
  annualYieldBps: present(parsePercent(submission.annualYield), 'the yield'),
});

/** The terms of a simple form, as columns of its property: price times shares are the whole property. */
export function termColumnsOf({ pricePerShare, totalShares }: SimpleForm) {
  const pricePerShareCents = present(parseUsd(pricePerShare), 'the price');
  return { pricePerShareCents, totalShares, valuationCents: multiply(pricePerShareCents, totalShares) };
}

/** A property as its owner has corrected it, where the correction is not approved yet. */
export const correctedOf = (property: typeof properties.$inferSelect): typeof properties.$inferSelect =>
  property.status === 'approved' ? property : { ...property, ...property.correction };

/** The simple form of a property as its owner submitted it last. */
export async function currentSimpleFormVersion(
  db: Queryable,
  stored: typeof properties.$inferSelect,
  { minimumShares, fundingDays }: Pick<Offering, 'minimumShares' | 'fundingDays'>,
): Promise<SimpleFormVersion> {
  const property = correctedOf(stored);
  const [image] = await db
    .select({ sourceUrl: propertyImages.sourceUrl })
    .from(propertyImages)
    .where(eq(propertyImages.propertyId, property.id));
  return {
    name: property.name,
    location: property.location,
    ...placeOf(property),
    propertyType: property.propertyType,
    subtype: property.subtype,
    description: property.description,
    imageUrl: image && storedPhotoOf(image.sourceUrl) === null ? image.sourceUrl : property.imageUrl,
    pricePerShare: toDecimal(property.pricePerShareCents),
    totalShares: property.totalShares,
    annualYield: bpsToDecimal(property.annualYieldBps),
    minimumShares,
    fundingDays,
  };
}

/** Stores the rejected simple form of a property as its next version. */
export async function storeVersion(
  db: Queryable,
  property: typeof properties.$inferSelect,
  { submission, now }: { submission: SimpleFormVersion; now: Date },
): Promise<void> {
  const ofProperty = eq(propertyVersions.propertyId, property.id);
  const [stored] = await db
    .select({
      versions: count(),
      last: sql<number | null>`(extract(epoch from max(${propertyVersions.replacedAt})) * 1000)::float8`,
    })
    .from(propertyVersions)
    .where(ofProperty);
  const { versions, last } = present(stored, 'the versions of a property');
  await db.insert(propertyVersions).values({
    propertyId: property.id,
    version: versions + 1,
    submission,
    reason: property.statusReason,
    submittedAt: last === null ? property.createdAt : new Date(last),
    rejectedAt: present(property.rejectedAt, 'the moment of the rejection'),
    replacedAt: now,
  });
}
