import { eq } from 'drizzle-orm';
import { waitlistEntries } from '#db/schema/waitlist.ts';
import { commonErrors, DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { removeWaitlistEntryInput } from '../waitlist.contract.ts';
import { ENTRIES_REMOVED } from '../waitlist.events.ts';

/** Deletes one entry of the waitlist. */
export const removeEntry = defineCommand({
  name: 'waitlist.removeEntry',
  input: removeWaitlistEntryInput,
  access: 'adminRoutine',
  needsApproval: false,
  async run({ tx, emit }, { id }) {
    const removed = await tx
      .delete(waitlistEntries)
      .where(eq(waitlistEntries.id, id))
      .returning({ id: waitlistEntries.id });
    if (removed.length === 0) throw new DomainError(commonErrors.NOT_FOUND);
    emit(ENTRIES_REMOVED, { payload: { removed: 1 } });
    return { removed: true as const };
  },
  audit: ({ id }) => ({ subject: `waitlist:${id}` }),
});
