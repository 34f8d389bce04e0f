import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { frozenAccounts } from '#db/schema/platform.ts';
import { referralCodes, referrals } from '#db/schema/referrals.ts';
import type { Invitations } from '#platform/server/runtime/platform.ts';
import { inviterNameOf } from '../referrals.rules.ts';

/** Shown by identity to the owner of an address, who may not have opened the account that was opened with it. */
export const invitations: Invitations = {
  async of(db, userId, { hasReferrals }) {
    if (!hasReferrals) return null;
    const [found] = await db
      .select({
        code: referralCodes.code,
        firstName: users.firstName,
        lastName: users.lastName,
        frozenAt: frozenAccounts.frozenAt,
      })
      .from(referrals)
      .innerJoin(referralCodes, eq(referralCodes.userId, referrals.inviterId))
      .innerJoin(users, eq(users.id, referrals.inviterId))
      .leftJoin(frozenAccounts, eq(frozenAccounts.userId, referrals.inviterId))
      .where(eq(referrals.invitedId, userId));
    return found && found.frozenAt === null ? { code: found.code, inviterName: inviterNameOf(found) } : null;
  },
};
