import { waitlistEntries } from '#db/schema/waitlist.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { clearWaitlistInput } from '../waitlist.contract.ts';

/** Deletes every entry of the waitlist. Idempotent by `requestId`: a repeated request leaves entries that joined since. */
export const clear = defineCommand({
  name: 'waitlist.clear',
  input: clearWaitlistInput,
  access: 'admin',
  async run({ tx }) {
    const removed = await tx.delete(waitlistEntries).returning({ id: waitlistEntries.id });
    return { removed: removed.length };
  },
  audit: (_, { removed }) => ({ subject: 'waitlist', details: { removed } }),
});
