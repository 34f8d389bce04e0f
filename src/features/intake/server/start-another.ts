import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { intakeDrafts } from '#db/schema/intake.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { emitChange, lockCurrent } from './current-draft.ts';

/** Puts the caller's completed draft away, so that the wizard is empty for another property. An open one stays. */
export const startAnother = defineCommand({
  name: 'intake.startAnother',
  input: z.strictObject({}),
  access: 'signedIn',
  whileFrozen: true,
  async run(run) {
    const { stored } = await lockCurrent(run);
    if (!stored?.draft.completed) return { started: false };
    await run.tx.update(intakeDrafts).set({ state: 'closed' }).where(eq(intakeDrafts.id, stored.row.id));
    emitChange(run, stored.draft.version);
    return { started: true };
  },
  audit: (_, { started }) => ({ subject: 'intake', details: { started } }),
});
