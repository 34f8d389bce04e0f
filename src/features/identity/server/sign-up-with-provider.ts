import { z } from 'zod';
import { providerAccounts, users } from '#db/schema/identity.ts';
import { DomainError } from '#kernel/errors.ts';
import { email, personText } from '#kernel/schemas.ts';
import { violates } from '#platform/server/db.ts';
import type { ProviderIdentity } from '#platform/server/ports/sign-in-provider.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import type { TrpcContext } from '#platform/server/trpc.ts';
import { identityErrors, type User } from '../identity.contract.ts';
import { SIGNED_UP } from '../identity.events.ts';
import { dropFlow } from './cookies.ts';
import { keptFlow, takeFlow } from './flows.ts';
import { enter } from './sign-in.ts';

/** A provider's account whose address is verified, as far as an account here needs it. */
export const vouchedFor = z.object({
  issuer: z.string(),
  subject: z.string(),
  email,
  firstName: z.string(),
  lastName: z.string(),
});

const name = personText(80, 'required');

/** What a provider says of a person, fit for our tables; null unless it has verified the address. */
export function vouchedForBy(identity: ProviderIdentity): z.infer<typeof vouchedFor> | null {
  const address = email.safeParse(identity.verifiedEmail);
  if (!address.success) return null;
  const { issuer, subject } = identity;
  const [mailbox = ''] = address.data.split('@');
  const storable = (text: string) => {
    const parsed = name.safeParse(text);
    return parsed.success ? parsed.data : null;
  };
  const first = storable(identity.firstName) ?? mailbox.slice(0, 80);
  return {
    issuer,
    subject,
    email: address.data,
    firstName: first,
    lastName: storable(identity.lastName) ?? first,
  };
}

/** Opens an account without a password, whose address the provider has verified. */
export const createAccountFor = defineCommand({
  name: 'identity.signUpWithProvider',
  input: vouchedFor.extend({ offer: z.string().optional() }),
  access: 'public',
  async run({ tx, now, newId, emit }, { issuer, subject, offer, ...person }) {
    if (offer !== undefined && !(await takeFlow(tx, 'connect_provider', offer, now))) {
      throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
    }
    const id = newId();
    try {
      await tx
        .insert(users)
        .values({ id, ...person, passwordHash: null, emailConfirmedAt: now, createdAt: now, updatedAt: now });
      await tx
        .insert(providerAccounts)
        .values({ issuer, subject, userId: id, email: person.email, createdAt: now, lastUsedAt: now });
    } catch (error) {
      const taken = ['users_confirmed_email', 'provider_accounts_issuer_subject_pk'];
      if (!taken.some((constraint) => violates(error, constraint))) throw error;
      throw new DomainError(identityErrors.PROVIDER_ACCOUNT_TAKEN);
    }
    emit({ type: SIGNED_UP, userId: id, payload: { userId: id } });
    return { id };
  },
  audit: (_, { id }) => ({ subject: `user:${id}` }),
});

/**
 * Opens a new account for somebody who was offered to connect the provider's account with one of the same address,
 * but has none: others may have signed up with that address.
 * @throws SIGN_IN_EXPIRED, PROVIDER_ACCOUNT_TAKEN when the address is confirmed by an account
 */
export async function signUpWithProvider(ctx: TrpcContext): Promise<User> {
  const kept = await keptFlow(ctx, 'connect_provider', 'connect');
  if (!kept) throw new DomainError(identityErrors.SIGN_IN_EXPIRED);
  const { id } = await createAccountFor(ctx, { ...vouchedFor.parse(kept.flow.data), offer: kept.token });
  dropFlow(ctx, 'connect');
  return enter(ctx, { userId: id });
}
