import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { distributions, reinvestmentChoices } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { samePersonAmong } from '#features/ownership/server/index.ts';
import { visibleEntity } from '#features/properties/server/index.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { cursorAfter, cutPage, olderThan, readCursor } from '#platform/server/database/cursors.ts';
import type { Database } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Actor, UserActor } from '#platform/server/security/caller.ts';
import { distributionStatus, type Statement } from '../distributions.contract.ts';
import { canSeeEntries, entriesSeen, payoutsOf, visibleStatement } from './distributions.policy.ts';
import { rowView, statementView } from './distributions.views.ts';
import { approvedStatuses, type StoredStatement } from './statements.ts';

const page = alias(distributions, 'page');

/** A quarter in a cursor. */
export const QUARTER_PATTERN = '20\\d\\d-Q[1-4]';

/** A property's distributions as its holders see them, newest first; without those that are not approved. */
export async function ofProperty(
  { db, clock }: Platform,
  actor: Actor,
  { propertyId, cursor, limit }: { propertyId: number; cursor?: string | undefined; limit: number },
) {
  const property = await visibleEntity(db, actor, propertyId);
  const [last] = cursor === undefined ? [] : readCursor(cursor, QUARTER_PATTERN);
  const found = await db
    .select()
    .from(distributions)
    .where(
      and(
        eq(distributions.propertyId, propertyId),
        inArray(distributions.status, approvedStatuses),
        last === undefined ? undefined : lt(distributions.quarter, last),
      ),
    )
    .orderBy(desc(distributions.quarter))
    .limit(limit + 1);
  const { items: shown, nextCursor } = cutPage(found, limit, (last) => last.quarter);
  const own = await payoutsOf(db, actor, shown);
  const seen = await entriesSeen(db, actor, { property, approved: shown, isPaid: (id) => own.has(id) });
  const items = shown.map((row) =>
    rowView(row, clock.now(), {
      viewerCents: own.get(row.id)?.amountCents ?? null,
      seesEntries: seen.has(row.id),
    }),
  );
  return { items, nextCursor };
}

/** One statement, with the parts that the caller may see. */
export async function statement(
  platform: Platform,
  actor: Actor,
  { id }: { id: string },
): Promise<Statement> {
  const seen = await visibleStatement(platform.db, actor, id);
  const { row, property, own } = seen;
  const viewer = own ? { shares: own.shares, amountCents: own.amountCents } : null;
  const seesEntries = await canSeeEntries(platform.db, actor, seen);
  return statementView(row, property, platform.clock.now(), { viewer, seesEntries });
}

/** Statements for admins, the latest day of payment first. */
export async function adminList(
  { db, clock }: Platform,
  actor: UserActor,
  {
    status,
    cursor,
    limit,
  }: { status?: StoredStatement['status'] | undefined; cursor?: string | undefined; limit: number },
) {
  const found = await db
    .select({ row: distributions, property: properties })
    .from(distributions)
    .innerJoin(properties, eq(properties.id, distributions.propertyId))
    .where(
      and(
        status
          ? and(
              eq(distributions.status, status),
              olderThan(cursor, distributions.payAt, distributions.propertyId),
            )
          : inPageOfEachStatus(cursor, limit + 1),
      ),
    )
    .orderBy(desc(distributions.payAt), desc(distributions.propertyId))
    .limit(limit + 1);
  const { items: shown, nextCursor } = cutPage(found, limit, ({ row }) =>
    cursorAfter(row.payAt, row.propertyId),
  );
  const ownerIds = shown.map(({ property }) => property.ownerId);
  const viewers = await samePersonAmong(db, actor.userId, ownerIds);
  return {
    items: shown.map(({ row, property }) => ({
      ...statementView(row, property, clock.now(), { seesEntries: true }),
      ownedByViewer: viewers.has(property.ownerId),
    })),
    nextCursor,
  };
}

/** Whether a statement is among the latest of its status: the index that has them in order begins with the status. */
function inPageOfEachStatus(cursor: string | undefined, limit: number): SQL {
  const older = olderThan(cursor, page.payAt, page.propertyId) ?? sql`true`;
  return sql`${distributions.id} in (
    select latest.id from unnest(${textArray(distributionStatus.options)}) as every (status)
    cross join lateral (
      select ${page.id} from ${distributions} as page where ${page.status} = every.status and ${older}
      order by ${page.payAt} desc, ${page.propertyId} desc limit ${limit}) latest)`;
}

/** Whether the caller's distributions of a property buy more of its shares. */
export async function reinvestment(
  db: Database,
  actor: UserActor,
  { propertyId }: { propertyId: number },
): Promise<{ propertyId: number; reinvest: boolean }> {
  const [chosen] = await db
    .select({ chosenAt: reinvestmentChoices.chosenAt })
    .from(reinvestmentChoices)
    .where(and(eq(reinvestmentChoices.userId, actor.userId), eq(reinvestmentChoices.propertyId, propertyId)));
  return { propertyId, reinvest: chosen !== undefined };
}
