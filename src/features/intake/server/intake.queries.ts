import { and, eq, gte, inArray } from 'drizzle-orm';
import { comparableSales, intakeDrafts } from '#db/schema/intake.ts';
import { submissions } from '#db/schema/submissions.ts';
import { zipArea } from '#kernel/zip-codes.ts';
import { highestFirst, type Queryable } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { ComparableSale, SavedDraft } from '../intake.contract.ts';
import { MAX_COMPARABLES, oldestComparable } from '../valuation.rules.ts';
import { type DraftRow, draftOf, type Unreadable } from './intake.views.ts';

/** The row of the caller's current draft, and its content. */
export async function currentDraft(
  db: Queryable,
  ownerId: string,
): Promise<{ row: DraftRow; draft: SavedDraft | Unreadable } | null> {
  const [found] = await db
    .select({ row: intakeDrafts, filed: submissions })
    .from(intakeDrafts)
    .leftJoin(submissions, eq(submissions.id, intakeDrafts.submissionId))
    .where(and(eq(intakeDrafts.ownerId, ownerId), inArray(intakeDrafts.state, ['open', 'completed'])));
  return found ? { row: found.row, draft: draftOf(found.row, found.filed) } : null;
}

/**
 * The caller's draft; null when there is none that can be read. For an unreadable one the log names the invalid fields,
 * and the next save stores it as unreadable.
 */
export async function draft({ db, log }: Platform, { userId }: UserActor): Promise<SavedDraft | null> {
  const current = await currentDraft(db, userId);
  if (!current) return null;
  if (!('unreadable' in current.draft)) return current.draft;
  const { id, version } = current.row;
  const places = current.draft.unreadable.map(({ path }) => path);
  log.warn({ draft: id, version, places }, 'a draft of the intake wizard cannot be read');
  return null;
}

/** The newest sales of a ZIP code that are recent enough to compare with, `MAX_COMPARABLES` at most. */
export async function recentSales(db: Queryable, zipCode: string, now: Date): Promise<ComparableSale[]> {
  const { source, soldOn, address, priceCents, squareFeet } = comparableSales;
  return db
    .select({ source, soldOn, address, zipCode: comparableSales.zipCode, priceCents, squareFeet })
    .from(comparableSales)
    .where(
      and(eq(comparableSales.zipCode, zipArea(zipCode)), gte(comparableSales.soldOn, oldestComparable(now))),
    )
    .orderBy(highestFirst(comparableSales.soldOn), comparableSales.id)
    .limit(MAX_COMPARABLES);
}
