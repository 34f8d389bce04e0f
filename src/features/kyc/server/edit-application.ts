import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { kycApplications } from '#db/schema/kyc.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { type KycApplication, kycErrors } from '../kyc.contract.ts';
import { KYC_CHANGED } from '../kyc.events.ts';
import { kycStatusAfter } from '../kyc.rules.ts';
import { applicationOf } from './kyc.queries.ts';
import type { ApplicationRow } from './kyc.views.ts';

type Change = Partial<typeof kycApplications.$inferInsert>;

/** The row of an application, locked until the transaction ends; undefined before the first saved step. */
export async function lockApplication(tx: Transaction, userId: string): Promise<ApplicationRow | undefined> {
  // Locks the user in place of an application that does not exist yet, so that two first steps at once make one.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
  const [row] = await tx
    .select()
    .from(kycApplications)
    .where(eq(kycApplications.userId, userId))
    .for('update');
  return row;
}

/**
 * Saves a part of the caller's application while it is open; the first part begins it.
 * @throws KYC_LOCKED
 */
export async function editApplication(
  { tx, actor, now, emit }: Run<UserActor>,
  change: (before: ApplicationRow | undefined) => Change | Promise<Change>,
): Promise<KycApplication> {
  const before = await lockApplication(tx, actor.userId);
  const status = kycStatusAfter(before?.status ?? 'not_started', 'save');
  if (status === null || status === 'not_started') throw new DomainError(kycErrors.KYC_LOCKED);
  const row = { ...(await change(before)), status, updatedAt: now };
  await tx
    .insert(kycApplications)
    .values({ userId: actor.userId, createdAt: now, ...row })
    .onConflictDoUpdate({ target: kycApplications.userId, set: row });
  emit(KYC_CHANGED, { userId: actor.userId, payload: { status } });
  return applicationOf(tx, actor.userId);
}

/** Audit details of a saved part: its name, and nothing of its content. */
export function savedPart(part: string) {
  return (_: unknown, __: unknown, actor: UserActor) => ({
    subject: `kyc:${actor.userId}`,
    details: { part },
  });
}
