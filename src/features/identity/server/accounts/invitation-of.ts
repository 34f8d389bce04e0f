import { eq } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { frozenAccounts } from '#db/schema/platform.ts';
import { referralCodes, referrals } from '#db/schema/referrals.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { inviterNameOf } from '../../identity.rules.ts';
import type { Invitation } from '../../mail-links.contract.ts';

/** The invitation by which an account was opened, unless its code would record nothing now. */
export async function invitationOf(db: Queryable, userId: string): Promise<Invitation | null> {
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
}
