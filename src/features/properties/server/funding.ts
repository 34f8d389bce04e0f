import { sql } from 'drizzle-orm';
import { rows } from '#platform/server/database/db.ts';
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
  const changes = await rows<{ date: string; changeCents: number }>(
    db,
    sql`select to_char(at at time zone 'UTC', 'YYYY-MM-DD') as date, sum(cents)::float8 as "changeCents"
        from (
          select created_at as at, total_amount * 100 as cents from investments where property_id = ${propertyId}
          union all
          select at, -total_amount * 100 from investment_refunds where property_id = ${propertyId}) c
        group by 1 order by 1`,
  );
  return fundingOver(changes);
}
