import { eq } from 'drizzle-orm';
import { intakeDrafts } from '#db/schema/intake.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { type IntakeDraft, intakeErrors, type SavedDraft, saveDraftInput } from '../intake.contract.ts';
import { differingFields, sectionOf } from '../intake.rules.ts';
import { emitChange, lockCurrent, nextVersion } from './current-draft.ts';

/**
 * Saves the caller's draft of the intake wizard, valid or not. A repeated save of the same values changes nothing. A
 * draft that can no longer be read is stored as unreadable: it stays as it is, and a new one begins.
 * @throws DRAFT_CHANGED when another version is stored; its issues are the stored values of the fields that differ.
 * ALREADY_SUBMITTED
 */
export const saveDraft = defineCommand({
  name: 'intake.saveDraft',
  input: saveDraftInput,
  access: 'signedIn',
  whileFrozen: true,
  async run(run, { expectedVersion, draft }): Promise<SavedDraft> {
    const { stored, unreadableId } = await lockCurrent(run);
    if (stored?.draft.completed) throw new DomainError(intakeErrors.ALREADY_SUBMITTED);
    if (stored && isSame(stored.draft, draft)) return stored.draft;
    if ((stored?.draft.version ?? 0) !== expectedVersion) {
      throw new DomainError(intakeErrors.DRAFT_CHANGED, {
        issues: stored ? storedValuesOf(stored.draft, draft) : [],
      });
    }
    if (unreadableId !== null) await markUnreadable(run, unreadableId);
    return store(run, draft, stored);
  },
  audit: (_, { version, currentStep }) => ({ subject: `intake:${version}`, details: { step: currentStep } }),
});

const isSame = (stored: IntakeDraft, draft: IntakeDraft) =>
  stored.currentStep === draft.currentStep && differingFields(stored, draft).length === 0;

/** Stored values of the fields that differ. */
function storedValuesOf(stored: SavedDraft, draft: IntakeDraft) {
  const texts: Record<string, string> = { ...stored.propertyDetails, ...stored.ownershipInfo };
  return differingFields(stored, draft).map((field) => ({
    path: `draft.${sectionOf(field)}.${field}`,
    message: texts[field] ?? '',
  }));
}

async function markUnreadable({ tx }: Run<UserActor>, id: string): Promise<void> {
  await tx.update(intakeDrafts).set({ state: 'setAside' }).where(eq(intakeDrafts.id, id));
}

async function store(
  run: Run<UserActor>,
  content: IntakeDraft,
  stored: { row: { id: string }; draft: SavedDraft } | null,
): Promise<SavedDraft> {
  const { tx, actor, now, newId } = run;
  const version = await nextVersion(run);
  const saved = { content, version, savedAt: now };
  if (stored) await tx.update(intakeDrafts).set(saved).where(eq(intakeDrafts.id, stored.row.id));
  else await tx.insert(intakeDrafts).values({ id: newId(), ownerId: actor.userId, createdAt: now, ...saved });
  emitChange(run, version);
  return {
    ...content,
    version,
    savedAt: now.toISOString(),
    valuationData: stored?.draft.valuationData ?? null,
    completed: false,
    receipt: null,
    earlierId: stored?.draft.earlierId ?? null,
  };
}
