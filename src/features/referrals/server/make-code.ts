import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { referralCodes } from '#db/schema/referrals.ts';
import { DomainError } from '#kernel/errors.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { referralErrors } from '../referrals.contract.ts';
import { REFERRALS_CHANGED } from '../referrals.events.ts';
import { CODE_CHARACTERS, codeFrom } from '../referrals.rules.ts';

const MAX_CODES = 5;

/**
 * Makes the caller's code, or returns the one that there is.
 * @throws REFERRALS_OFF
 */
export const makeCode = defineCommand({
  name: 'referrals.makeCode',
  input: z.strictObject({}),
  access: 'signedIn',
  async prepare({ platform }) {
    if (!platform.config.hasReferrals) throw new DomainError(referralErrors.REFERRALS_OFF);
    return Array.from({ length: MAX_CODES }, () =>
      codeFrom(crypto.getRandomValues(new Uint8Array(CODE_CHARACTERS))),
    );
  },
  async run({ tx, now, actor: { userId }, emit }, _, codes) {
    for (const code of codes) {
      const made = await tx
        .insert(referralCodes)
        .values({ userId, code, createdAt: now })
        .onConflictDoNothing()
        .returning({ code: referralCodes.code });
      if (made.length > 0) emit(REFERRALS_CHANGED, { userId, payload: {} });
      const [own] = await tx
        .select({ code: referralCodes.code })
        .from(referralCodes)
        .where(eq(referralCodes.userId, userId));
      if (own) return { code: own.code };
    }
    throw new Error('Every code that was made belongs to someone already.');
  },
  audit: auditOfCaller,
});
