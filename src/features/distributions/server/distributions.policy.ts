import { and, eq, inArray, sql } from 'drizzle-orm';
import { distributionPayouts, distributions } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { holdersQuery } from '#features/ledger/server/index.ts';
import { isOwnerOrAdmin } from '#features/ownership/server/index.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { visibleEntity } from '#features/properties/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { textArray } from '#platform/server/database/columns.ts';
import { type Database, rows } from '#platform/server/database/db.ts';
import type { Actor } from '#platform/server/security/caller.ts';
import { distributionErrors } from '../distributions.contract.ts';
import { approvedStatuses, type StoredStatement } from './statements.ts';

/** The caller's own payouts of these statements. */
export async function payoutsOf(db: Database, actor: Actor, shown: readonly StoredStatement[]) {
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
export async function visibleStatement(db: Database, actor: Actor, id: string) {
  const [found] = await db
    .select({ row: distributions, property: properties })
    .from(distributions)
    .innerJoin(properties, eq(properties.id, distributions.propertyId))
    .where(eq(distributions.id, id));
  if (!found) throw new DomainError(distributionErrors.DISTRIBUTION_NOT_FOUND);
  const { row, property } = found;
  const [own] = [...(await payoutsOf(db, actor, [row])).values()];
  const isPublished = approvedStatuses.some((status) => status === row.status);
  const visible =
    isOwnerOrAdmin(actor, property) ||
    (isPublished && (own !== undefined || (await sees(db, actor, property.id))));
  if (!visible) throw new DomainError(distributionErrors.DISTRIBUTION_NOT_FOUND);
  return { row, property, own, isPublished };
}

type VisibleStatement = Awaited<ReturnType<typeof visibleStatement>>;

/** People who may open a statement's entries: its owner, admins, and once it is approved the holders of its record date. */
export async function canSeeEntries(
  db: Database,
  actor: Actor,
  { row, property, own, isPublished }: Omit<VisibleStatement, 'own'> & { own?: unknown },
): Promise<boolean> {
  if (!isPublished) return isOwnerOrAdmin(actor, property);
  const seen = await entriesSeen(db, actor, { property, approved: [row], isPaid: () => own !== undefined });
  return seen.has(row.id);
}

interface ApprovedStatements {
  property: { id: number; ownerId: string };
  approved: readonly StoredStatement[];
  /** Whether the caller has a payout of a statement. */
  isPaid: (statementId: string) => boolean;
}

/** The ids of those approved statements of a property whose entries the caller may open. */
export async function entriesSeen(
  db: Database,
  actor: Actor,
  { property, approved, isPaid }: ApprovedStatements,
): Promise<ReadonlySet<string>> {
  if (actor.kind !== 'user') return new Set();
  const idsOf = (some: readonly { id: string }[]) => some.map(({ id }) => id);
  if (isOwnerOrAdmin(actor, property)) return new Set(idsOf(approved));
  const paid = approved.filter(({ id }) => isPaid(id));
  // A quarter that paid nothing has no payouts.
  const unpaid = approved.filter(({ netCents }) => netCents === 0);
  if (unpaid.length === 0) return new Set(idsOf(paid));
  const own = holdersQuery(property.id, sql`d.record_at`, (id) => sql`${id} = ${actor.userId}`);
  const held = await rows<{ id: string }>(
    db,
    sql`select d.id from distributions d where d.id = any(${textArray(idsOf(unpaid))}) and exists (${own})`,
  );
  return new Set(idsOf([...paid, ...held]));
}

async function sees(db: Database, actor: Actor, propertyId: number): Promise<boolean> {
  try {
    await visibleEntity(db, actor, propertyId);
    return true;
  } catch (error) {
    if (error instanceof DomainError && error.code === propertyErrors.PROPERTY_NOT_FOUND.code) return false;
    throw error;
  }
}
