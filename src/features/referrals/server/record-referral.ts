import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { referralCodes, referrals } from '#db/schema/referrals.ts';
import { SIGNED_UP } from '#features/identity/server/index.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { rows } from '#platform/server/database/db.ts';
import { handlerFor } from '#platform/server/runtime/run.ts';
import { type FrozenAccount, frozenAccountsOf } from '#platform/server/security/frozen-accounts.ts';
import { REFERRALS_CHANGED } from '../referrals.events.ts';
import { canonicalCode } from '../referrals.rules.ts';

/**
 * Signing up by an invitation records it in the same transaction: recorded later, it could come after the account was
 * cleared, and count although its owner did not use it.
 */
export const recordAtSignUp = handlerFor(SIGNED_UP, async (run, { userId, payload: { referralCode } }) => {
  if (userId === undefined || referralCode === undefined || !run.config.hasReferrals) return;
  await record(run, { userId, code: referralCode });
});

/**
 * Records by whose code a person signed up, once. An unknown code, one's own and that of a frozen account record
 * nothing.
 */
export const recordReferral = defineCommand({
  name: 'referrals.recordReferral',
  input: z.strictObject({ userId: handle, code: z.string().max(40) }),
  access: 'system',
  run: record,
  audit: ({ userId }, { recorded }) => ({ subject: `user:${userId}`, details: { recorded } }),
});

async function record(
  { tx, now, newId, emit }: Pick<Run, 'tx' | 'now' | 'newId' | 'emit'>,
  { userId, code: typed }: { userId: string; code: string },
): Promise<{ recorded: boolean }> {
  const code = canonicalCode(typed);
  if (code === null) return { recorded: false };
  const [found] = await tx
    .select({ inviterId: referralCodes.userId })
    .from(referralCodes)
    .where(eq(referralCodes.code, code));
  if (!found || found.inviterId === userId) return { recorded: false };
  const { inviterId } = found;
  // Without the lock of freezes, which a sign-up could take too late: a freeze at this moment comes after the referral.
  const frozen = await rows<FrozenAccount>(tx, frozenAccountsOf([inviterId]));
  if (frozen.length > 0) return { recorded: false };
  const recorded = await tx
    .insert(referrals)
    .values({ id: newId(), inviterId, invitedId: userId, joinedAt: now })
    .onConflictDoNothing()
    .returning({ id: referrals.id });
  if (recorded.length === 0) return { recorded: false };
  emit(REFERRALS_CHANGED, { userId: inviterId, payload: {} });
  return { recorded: true };
}
