import { waitlistEntries } from '#db/schema/waitlist.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { clearWaitlistInput } from '../waitlist.contract.ts';
import { ENTRIES_REMOVED } from '../waitlist.events.ts';

/** Deletes every entry of the waitlist. Idempotent by `requestId`: a repeated request leaves entries that joined since. */
export const clear = defineCommand({
  name: 'waitlist.clear',
  input: clearWaitlistInput,
  access: 'admin',
  needsApproval: false,
  async run({ tx, emit }) {
    const removed = await tx.delete(waitlistEntries).returning({ id: waitlistEntries.id });
    emit(ENTRIES_REMOVED, { payload: { removed: removed.length } });
    return { removed: removed.length };
  },
  audit: (_, { removed }) => ({ subject: 'waitlist', details: { removed } }),
});
