import type { z } from 'zod';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { TrpcContext } from '#platform/server/transport/trpc.ts';
import { joinWaitlistInput, waitlistErrors } from '../waitlist.contract.ts';
import { WAITLIST_JOINED } from '../waitlist.events.ts';
import { emailKeyOf } from '../waitlist.rules.ts';

/** Adds an email to the waitlist, without the limit by network address that visitors have. */
export const joinWaitlistCommand = defineCommand({
  name: 'waitlist.joinWaitlist',
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
    emit(WAITLIST_JOINED, { payload: { entryId: id } });
    return { id };
  },
  // Audit entries are never deleted but waitlist entries are, so the email stays out of the log.
  audit: (_, { id }) => ({ subject: `waitlist:${id}` }),
});

/**
 * Adds an email to the waitlist, once regardless of upper and lower case. Idempotent by `requestId`, limited by
 * network address.
 * @throws ALREADY_REGISTERED, RATE_LIMITED
 */
export async function joinWaitlist(
  ctx: TrpcContext,
  input: z.input<typeof joinWaitlistInput>,
): Promise<{ joined: true }> {
  await ctx.platform.limits.consume('joinWaitlist', ctx.caller, ctx.caller.address);
  await joinWaitlistCommand(ctx, input);
  return { joined: true };
}
