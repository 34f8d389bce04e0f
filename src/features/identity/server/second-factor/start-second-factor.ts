import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { secondFactors } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { PRODUCT_NAME } from '#kernel/product.ts';
import { auditOfCaller, defineCommand } from '#platform/server/commands/run-command.ts';
import { requireRecentAuthentication } from '#platform/server/security/recent-authentication.ts';
import { identityErrors } from '../../identity.contract.ts';
import { lockOwnAccount } from '../accounts/lock-account.ts';
import { userActorOf } from '../accounts/user-actor.ts';
import { secretLocation } from './second-factor.ts';
import { newSecret, otpauthAddress } from './totp.ts';

/**
 * Makes the secret of an authenticator app for the caller. It counts from the first right code on; until then each
 * start makes another one.
 * @throws CONFIRM_IDENTITY, UNAUTHORIZED, SECOND_FACTOR_ON
 */
export const startSecondFactor = defineCommand({
  name: 'identity.startSecondFactor',
  input: z.strictObject({}),
  access: 'signedIn',
  async prepare({ platform, caller }) {
    const { userId } = userActorOf(caller.actor);
    const secret = newSecret();
    return { secret, sealed: await platform.vault.encrypt(secret, secretLocation(userId)) };
  },
  async run({ tx, actor, now }, _, { secret, sealed }) {
    requireRecentAuthentication(actor, now);
    const { userId } = actor;
    const fresh = { secret: sealed, createdAt: now, enabledAt: null, lastStep: 0 };
    const { email } = await lockOwnAccount(tx, actor);
    const [factor] = await tx.select().from(secondFactors).where(eq(secondFactors.userId, userId));
    if (factor?.enabledAt) throw new DomainError(identityErrors.SECOND_FACTOR_ON);
    await tx
      .insert(secondFactors)
      .values({ userId, ...fresh })
      .onConflictDoUpdate({ target: secondFactors.userId, set: fresh });
    return { secret, address: otpauthAddress({ secret, email, issuer: PRODUCT_NAME }) };
  },
  audit: auditOfCaller,
});
