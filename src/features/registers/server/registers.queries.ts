import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '#db/schema/identity.ts';
import { properties } from '#db/schema/properties.ts';
import { registerReleases } from '#db/schema/registers.ts';
import { fullName } from '#kernel/person.ts';
import { cursorAfter, cutPage, olderThan } from '#platform/server/database/cursors.ts';
import { type Database, highestFirst } from '#platform/server/database/db.ts';
import type { RegisterRelease, releaseListInput } from '../registers.contract.ts';

/** Registers that were released, the latest first. */
export async function releases(
  db: Database,
  { cursor, limit }: z.output<typeof releaseListInput>,
): Promise<{ items: RegisterRelease[]; nextCursor: string | null }> {
  const found = await db
    .select({ release: registerReleases, property: properties.name, by: users })
    .from(registerReleases)
    .innerJoin(properties, eq(properties.id, registerReleases.propertyId))
    .innerJoin(users, eq(users.id, registerReleases.releasedBy))
    .where(olderThan(cursor, registerReleases.releasedAt, registerReleases.id))
    .orderBy(highestFirst(registerReleases.releasedAt), highestFirst(registerReleases.id))
    .limit(limit + 1);
  const page = cutPage(found, limit, ({ release }) => cursorAfter(release.releasedAt, release.id));
  const items = page.items.map(
    ({ release, property, by }): RegisterRelease => ({
      id: release.id,
      property: { id: release.propertyId, name: property },
      recordAt: release.recordAt.toISOString(),
      purpose: release.purpose,
      releasedBy: fullName(by),
      expiresAt: release.expiresAt.toISOString(),
    }),
  );
  return { ...page, items };
}
