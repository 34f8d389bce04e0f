import { and, desc, eq, sql } from 'drizzle-orm';
import { distributions } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { visibleProperty } from '#features/properties/server/index.ts';
import type { Database } from '#platform/server/database/db.ts';
import { coalesceReads } from '#platform/server/database/shared-reads.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import type { PlatformPayouts } from '../distributions.contract.ts';

const LATEST_COUNT = 3;

/** As the index of the latest has it: without parameters, so that every plan may use it. */
const isPaid = sql`${distributions.status} = 'paid' and ${distributions.paidCents} > 0`;

const totals = {
  paidCents: sql<number>`coalesce(sum(${distributions.paidCents} * 100), 0)::float8`,
  quarters: sql<number>`count(*)::int`,
};

/**
 * Payouts to holders of a property so far, after the management fee.
 * @throws PROPERTY_NOT_FOUND also for one that the caller may not see
 */
export async function paid(db: Database, actor: Actor, { propertyId }: { propertyId: number }) {
  await visibleProperty(db, actor, propertyId);
  const [found] = await db
    .select(totals)
    .from(distributions)
    .where(and(isPaid, eq(distributions.propertyId, propertyId)));
  return found ?? { paidCents: 0, quarters: 0 };
}

/** The latest distributions of properties that anyone may see, by the moment of payment. */
export const latestPaid = (db: Database) =>
  db
    .select({
      propertyId: properties.id,
      propertyName: properties.name,
      quarter: distributions.quarter,
      paidAt: distributions.paidAt,
      paidCents: distributions.paidCents,
    })
    .from(distributions)
    .innerJoin(properties, eq(properties.id, distributions.propertyId))
    .where(and(isPaid, eq(properties.status, 'approved')))
    .orderBy(desc(distributions.paidAt), desc(distributions.propertyId))
    .limit(LATEST_COUNT);

/** Payouts to all holders so far, and the latest distributions. */
export const paidEverywhere = coalesceReads<Platform, void, PlatformPayouts>(async ({ db }) => {
  const [total] = await db.select(totals).from(distributions).where(isPaid);
  const latest = await latestPaid(db);
  return {
    paidCents: total?.paidCents ?? 0,
    quarters: total?.quarters ?? 0,
    latest: latest.flatMap(({ paidAt, ...rest }) =>
      paidAt === null ? [] : [{ ...rest, paidAt: paidAt.toISOString() }],
    ),
  };
});
