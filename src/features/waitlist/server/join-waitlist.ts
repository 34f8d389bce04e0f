import type { z } from 'zod';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { joinWaitlistInput, waitlistErrors } from '../waitlist.contract.ts';
import { WAITLIST_JOINED } from '../waitlist.events.ts';
import { emailKeyOf } from '../waitlist.rules.ts';

/** Puts an email on the waitlist, without the limit by address that a visitor has. */
export const addToWaitlist = defineCommand({
  name: 'waitlist.join',
  input: joinWaitlistInput,
  access: 'public',
  async run({ tx, now, newId, emit }, { email, name }) {
    const id = newId();
    const added = await tx
      .insert(waitlistEntries)
      .values({ id, email, emailKey: emailKeyOf(email), name: name || null, joinedAt: now })
      .onConflictDoNothing({ target: waitlistEntries.emailKey })
      .returning({ id: waitlistEntries.id });
    if (added.length === 0) throw new DomainError(waitlistErrors.ALREADY_REGISTERED);
    emit({ type: WAITLIST_JOINED, payload: { entryId: id } });
    return { id };
  },
  // The audit log is for ever and an entry is not, so the email stays out of it.
  audit: (_, { id }) => ({ subject: `waitlist:${id}` }),
});

/**
 * Puts an email on the waitlist, once whatever its case. An email that is there
 * already is refused and changes nothing. Idempotent by `requestId`; limited by address.
 * @throws ALREADY_REGISTERED, RATE_LIMITED
 */
export async function joinWaitlist(
  ctx: TrpcContext,
  input: z.input<typeof joinWaitlistInput>,
): Promise<{ joined: true }> {
  await ctx.platform.limits.consume('joinWaitlist', ctx.caller, ctx.caller.address);
  await addToWaitlist(ctx, input);
  return { joined: true };
}
