import { and, desc, eq, inArray, lt } from 'drizzle-orm';
import { distributionPayouts, distributions, reinvestmentChoices } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { samePersonAmong } from '#features/ownership/server/index.ts';
import { entity } from '#features/properties/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { cursorAfter, olderThan, readCursor } from '#platform/server/database/cursors.ts';
import type { Database } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { Actor, UserActor } from '#platform/server/security/caller.ts';
import { distributionErrors, type Statement } from '../distributions.contract.ts';
import { rowView, statementView } from './distributions.views.ts';
import { approvedStatuses, type StoredStatement } from './statements.ts';

/** A quarter in a cursor. */
export const QUARTER_PATTERN = '20\\d\\d-Q[1-4]';

/** A property's distributions as its holders see them, newest first; without those that are not approved. */
export async function ofProperty(
  { db, clock }: Platform,
  actor: Actor,
  { propertyId, cursor, limit }: { propertyId: number; cursor?: string | undefined; limit: number },
) {
  await entity(db, actor, propertyId);
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
  const shown = found.slice(0, limit);
  const own = await payoutsOf(db, actor, shown);
  const items = shown.map((row) => rowView(row, own.get(row.id)?.amountCents ?? null, clock.now()));
  return { items, nextCursor: found.length > limit ? (items.at(-1)?.quarter ?? null) : null };
}

async function payoutsOf(db: Database, actor: Actor, shown: readonly StoredStatement[]) {
  if (actor.kind !== 'user' || shown.length === 0) return new Map<string, never>();
  const own = await db
    .select()
    .from(distributionPayouts)
    .where(
      and(
        eq(distributionPayouts.userId, actor.userId),
        inArray(
          distributionPayouts.distributionId,
          shown.map(({ id }) => id),
        ),
      ),
    );
  return new Map(own.map((payout) => [payout.distributionId, payout]));
}

/**
 * One statement. Its property's owner and admins see it from the start, holders and everyone who may see the property
 * once it is approved; to others it answers like a missing one.
 */
export async function statement(
  { db, clock }: Platform,
  actor: Actor,
  { id }: { id: string },
): Promise<Statement> {
  const [found] = await db
    .select({ row: distributions, property: properties })
    .from(distributions)
    .innerJoin(properties, eq(properties.id, distributions.propertyId))
    .where(eq(distributions.id, id));
  if (!found) throw new DomainError(distributionErrors.DISTRIBUTION_NOT_FOUND);
  const { row, property } = found;
  const [own] = [...(await payoutsOf(db, actor, [row])).values()];
  const insider = actor.kind === 'user' && (actor.role === 'admin' || actor.userId === property.ownerId);
  const published = approvedStatuses.some((status) => status === row.status);
  const visible = insider || (published && (own !== undefined || (await sees(db, actor, property.id))));
  if (!visible) throw new DomainError(distributionErrors.DISTRIBUTION_NOT_FOUND);
  const viewer = own ? { shares: own.shares, amountCents: own.amountCents } : null;
  return statementView(row, property, clock.now(), viewer);
}

async function sees(db: Database, actor: Actor, propertyId: number): Promise<boolean> {
  return entity(db, actor, propertyId).then(
    () => true,
    () => false,
  );
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
        status ? eq(distributions.status, status) : undefined,
        olderThan(cursor, distributions.payAt, distributions.propertyId),
      ),
    )
    .orderBy(desc(distributions.payAt), desc(distributions.propertyId))
    .limit(limit + 1);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1)?.row : undefined;
  const ownerIds = shown.map(({ property }) => property.ownerId);
  const viewers = await samePersonAmong(db, actor.userId, ownerIds);
  return {
    items: shown.map(({ row, property }) => ({
      ...statementView(row, property, clock.now()),
      ownedByViewer: viewers.has(property.ownerId),
    })),
    nextCursor: last ? cursorAfter(last.payAt, last.propertyId) : null,
  };
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
