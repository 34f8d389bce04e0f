import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { providerAccounts, users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { email, lineText } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import type { ProviderIdentity } from '#platform/server/ports/sign-in-provider.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { identityErrors, invitationCode, type User } from '../../identity.contract.ts';
import { EMAIL_CONFIRMED } from '../../identity.events.ts';
import { type Account, nameFromEmail } from '../accounts/accounts.ts';
import { clearAccount } from '../accounts/clear-account.ts';
import { openAccount } from '../accounts/open-account.ts';
import { clearFlowCookie, clearReferralCookie, referralCodeIn } from '../sessions/cookies.ts';
import { consumeFlow, flowOfCookie } from '../sessions/flows.ts';
import { openSession } from '../sessions/sign-in.ts';

/** Facts of a provider's account with a verified address that an account here needs. */
export const verifiedPerson = z.object({
  issuer: z.string(),
  subject: z.string(),
  email,
  firstName: z.string(),
  lastName: z.string(),
});

const name = lineText(80, 'required');

/** The provider's data of a person, fit for our tables; null unless it has verified the address. */
export function verifiedPersonOf(identity: ProviderIdentity): z.infer<typeof verifiedPerson> | null {
  const address = email.safeParse(identity.verifiedEmail);
  if (!address.success) return null;
  const { issuer, subject } = identity;
  const validNameOrNull = (text: string) => {
    const parsed = name.safeParse(text);
    return parsed.success ? parsed.data : null;
  };
  const first = validNameOrNull(identity.firstName) ?? nameFromEmail(address.data).firstName;
  return {
    issuer,
    subject,
    email: address.data,
    firstName: first,
    lastName: validNameOrNull(identity.lastName) ?? first,
  };
}

/**
 * Opens an account without a password, whose address the provider has verified. One of that address that nobody has
 * confirmed is taken over instead, but only by a person who was offered to, and starts again.
 */
export const signUpWithProviderCommand = defineCommand({
  name: 'identity.signUpWithProvider',
  input: verifiedPerson.extend({ offer: z.string().optional(), referralCode: invitationCode.optional() }),
  access: 'public',
  async run(run, { issuer, subject, offer, referralCode, ...person }) {
    const { tx, now, newId } = run;
    if (offer !== undefined && !(await consumeFlow(tx, 'connect_provider', offer, now))) {
      throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
    }
    const confirmed = {
      ...person,
      passwordHash: null,
      emailConfirmedAt: now,
      createdAt: now,
      updatedAt: now,
    };
    const [created] = await tx
      .insert(users)
      .values({ id: newId(), ...confirmed })
      .onConflictDoNothing({ target: users.email })
      .returning({ id: users.id });
    const taken = created ? null : await lockUnconfirmed(tx, person.email);
    const id = created?.id ?? taken?.id;
    if (id === undefined || (taken && offer === undefined)) {
      throw new DomainError(identityErrors.PROVIDER_ACCOUNT_TAKEN);
    }
    const { email, firstName, lastName } = person;
    if (taken) await clearAccount(run, id, { firstName, lastName, passwordHash: null });
    const connected = await tx
      .insert(providerAccounts)
      .values({ issuer, subject, userId: id, email, createdAt: now, lastUsedAt: now })
      .onConflictDoNothing()
      .returning({ userId: providerAccounts.userId });
    if (connected.length === 0) throw new DomainError(identityErrors.PROVIDER_ACCOUNT_TAKEN);
    if (taken) run.emit(EMAIL_CONFIRMED, { userId: id, payload: {} });
    openAccount(run, { userId: id, referralCode });
    return { id };
  },
  audit: (_, { id }) => ({ subject: `user:${id}` }),
});

/** The account of an email, locked, if nobody has confirmed it. */
async function lockUnconfirmed(tx: Transaction, email: string): Promise<Account | null> {
  const [account] = await tx.select().from(users).where(eq(users.email, email)).for('no key update');
  return account && account.emailConfirmedAt === null ? account : null;
}

/**
 * Takes over the account of the provider's address for someone who was offered to connect with it, but cannot sign in
 * to it: nobody has confirmed it, so a stranger may have opened it. The invitation of this browser counts as it does at
 * sign-up.
 * @throws SIGN_IN_EXPIRED, PROVIDER_ACCOUNT_TAKEN when the address is confirmed by an account
 */
export async function signUpWithProvider(ctx: TrpcContext): Promise<User> {
  const pending = await flowOfCookie(ctx, 'connect_provider', 'connect');
  if (!pending) throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
  const { id } = await signUpWithProviderCommand(ctx, {
    ...verifiedPerson.parse(pending.flow.data),
    offer: pending.token,
    referralCode: referralCodeIn(ctx),
  });
  clearFlowCookie(ctx, 'connect');
  clearReferralCookie(ctx);
  return openSession(ctx, { userId: id });
}
