import { eq } from 'drizzle-orm';
import { intakeDrafts } from '#db/schema/intake.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import { lock } from '#platform/server/database/advisory-locks.ts';
import { highestFirst } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { intakeErrors, type SavedDraft } from '../intake.contract.ts';
import { DRAFT_CHANGED } from '../intake.events.ts';
import { currentDraft } from './intake.queries.ts';
import type { DraftRow } from './intake.views.ts';

export interface Current {
  /** Null when there is none that can be read. */
  stored: { row: DraftRow; draft: SavedDraft } | null;
  /** The id of a draft that cannot be read. */
  unreadableId: string | null;
}

/** The caller's current draft, locked until the transaction ends. */
export async function lockCurrent({ tx, actor }: Run<UserActor>): Promise<Current> {
  await lock(tx, 'intakeDrafts', actor.userId);
  const current = await currentDraft(tx, actor.userId);
  if (!current) return { stored: null, unreadableId: null };
  const { row, draft } = current;
  if ('unreadable' in draft) return { stored: null, unreadableId: row.id };
  return { stored: { row, draft }, unreadableId: null };
}

/**
 * The caller's open draft in the version that was on the screen.
 * @throws NO_DRAFT, ALREADY_SUBMITTED, DRAFT_CHANGED
 */
export async function lockOpen(run: Run<UserActor>, expectedVersion: number): Promise<SavedDraft> {
  const { stored } = await lockCurrent(run);
  if (!stored) throw new DomainError(intakeErrors.NO_DRAFT);
  if (stored.draft.completed) throw new DomainError(intakeErrors.ALREADY_SUBMITTED);
  if (stored.draft.version !== expectedVersion) throw new DomainError(intakeErrors.DRAFT_CHANGED);
  return stored.draft;
}

/** The version of the next save. It counts through all drafts of an owner, so that no two have the same. */
export async function nextVersion({ tx, actor }: Run<UserActor>): Promise<number> {
  const [newest] = await tx
    .select({ version: intakeDrafts.version })
    .from(intakeDrafts)
    .where(eq(intakeDrafts.ownerId, actor.userId))
    .orderBy(highestFirst(intakeDrafts.version))
    .limit(1);
  return (newest?.version ?? 0) + 1;
}

export function emitChange({ emit, actor }: Run<UserActor>, version: number): void {
  emit(DRAFT_CHANGED, { userId: actor.userId, payload: { version } });
}
