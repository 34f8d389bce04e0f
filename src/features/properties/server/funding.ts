import { fundingChanges } from '#features/offerings/server/index.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { fundingOver } from '../funding.rules.ts';
import type { FundingPoint } from '../market.contract.ts';
import { visibleProperty } from './property.queries.ts';

/**
 * Purchases less refunds by day in UTC: sums, which name nobody.
 * @throws PROPERTY_NOT_FOUND also for one that the viewer may not see
 */
export async function funding(
  { db }: Pick<Platform, 'db'>,
  actor: UserActor,
  { propertyId }: { propertyId: number },
): Promise<FundingPoint[]> {
  await visibleProperty(db, actor, propertyId);
  return fundingOver(await fundingChanges(db, propertyId));
}
