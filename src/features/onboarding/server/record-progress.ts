import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { onboardingRecords } from '#db/schema/onboarding.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import type { OnboardingDraft, OnboardingRecord, OnboardingStep } from '../onboarding.contract.ts';
import { ONBOARDING_CHANGED } from '../onboarding.events.ts';
import { type OnboardingAction, stateAfter } from '../onboarding.rules.ts';
import { recordOf } from './onboarding.queries.ts';

/** Moves the caller's record by one action. Fields that are not `given` stay as they are. */
export async function recordProgress(
  { tx, actor, now, emit }: Run<UserActor>,
  action: OnboardingAction,
  given: { step?: OnboardingStep; answers?: OnboardingDraft } = {},
): Promise<OnboardingRecord> {
  // One action of a user at a time, so that a tab that is behind sees the steps finished in the other one.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('no key update');
  const before = await recordOf(tx, actor.userId);
  const state = stateAfter(before.state, action);
  if (state === 'none') return before;
  const isBehind = before.state === 'completed' && action === 'skip';
  const after = { ...before, ...(isBehind ? {} : given), state };
  const row = { state, step: after.step, answers: after.answers, updatedAt: now };
  await tx
    .insert(onboardingRecords)
    .values({ userId: actor.userId, createdAt: now, ...row })
    .onConflictDoUpdate({ target: onboardingRecords.userId, set: row });
  emit(ONBOARDING_CHANGED, { userId: actor.userId, payload: { state } });
  return after;
}

/** Audit details: the new state, never the answers. */
export function progressAudit(_: unknown, { state }: OnboardingRecord, actor: UserActor) {
  return { subject: `user:${actor.userId}`, details: { state } };
}
