import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { referralCodes, referrals } from '#db/schema/referrals.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { frozenAmong } from '#platform/server/security/frozen-accounts.ts';
import { REFERRALS_CHANGED } from '../referrals.events.ts';
import { canonicalCode } from '../referrals.rules.ts';

/**
 * Records by whose code a person signed up, once. An unknown code, one's own and that of a frozen account record
 * nothing.
 */
export const recordReferral = defineCommand({
  name: 'referrals.recordReferral',
  input: z.strictObject({ userId: handle, code: z.string().max(40) }),
  access: 'system',
  async run({ tx, now, newId, emit }, { userId, code: typed }) {
    const code = canonicalCode(typed);
    if (code === null) return { recorded: false };
    const [found] = await tx
      .select({ inviterId: referralCodes.userId })
      .from(referralCodes)
      .where(eq(referralCodes.code, code));
    if (!found || found.inviterId === userId) return { recorded: false };
    const { inviterId } = found;
    if ((await frozenAmong(tx, [inviterId])).size > 0) return { recorded: false };
    const recorded = await tx
      .insert(referrals)
      .values({ id: newId(), inviterId, invitedId: userId, joinedAt: now })
      .onConflictDoNothing()
      .returning({ id: referrals.id });
    if (recorded.length === 0) return { recorded: false };
    emit({ type: REFERRALS_CHANGED, userId: inviterId, payload: {} });
    return { recorded: true };
  },
  audit: ({ userId }, { recorded }) => ({ subject: `user:${userId}`, details: { recorded } }),
});
