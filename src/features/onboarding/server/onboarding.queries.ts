import { eq } from 'drizzle-orm';
import { onboardingRecords } from '#db/schema/onboarding.ts';
import { propertyEntities } from '#features/properties/server/index.ts';
import type { Database, Queryable } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { type FirstFilters, type OnboardingRecord, onboardingRecord } from '../onboarding.contract.ts';
import { wishedFilters } from '../onboarding.rules.ts';

/** Onboarding state of a user, with their answers. */
export async function recordOf(db: Queryable, userId: string): Promise<OnboardingRecord> {
  const [row] = await db.select().from(onboardingRecords).where(eq(onboardingRecords.userId, userId));
  if (!row) return { state: 'none', step: 1, answers: {} };
  const { state, step, answers } = row;
  return onboardingRecord.parse({ state, step, answers });
}

/** The filters that the marketplace opens with: the caller's preferences that the market has properties for. */
export async function firstFilters(db: Database, actor: UserActor): Promise<FirstFilters> {
  const { answers } = await recordOf(db, actor.userId);
  for (const wish of wishedFilters(answers)) {
    const { type, band } = wish;
    const found = await propertyEntities(db, {
      ...(type && { type }),
      ...(band && { band }),
      sort: 'yield',
      limit: 1,
    });
    if (found.items.length > 0) return wish;
  }
  return { type: null, band: null };
}
