import { and, eq } from 'drizzle-orm';
import { intakeDrafts } from '#db/schema/intake.ts';
import { discardForm } from '#features/submissions/server/index.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { discardDraftInput } from '../intake.contract.ts';
import { emitChange, lockOpen } from './current-draft.ts';

/**
 * Gives up the caller's open draft with the documents that were uploaded for it, so that the wizard is empty.
 * @throws NO_DRAFT, ALREADY_SUBMITTED, DRAFT_CHANGED
 */
export const discardDraft = defineCommand({
  name: 'intake.discardDraft',
  input: discardDraftInput,
  access: 'signedIn',
  whileFrozen: true,
  async run(run, { expectedVersion }) {
    const { tx, actor } = run;
    const { version } = await lockOpen(run, expectedVersion);
    await tx
      .update(intakeDrafts)
      .set({ state: 'discarded' })
      .where(and(eq(intakeDrafts.ownerId, actor.userId), eq(intakeDrafts.state, 'open')));
    await discardForm(run, 'wizard');
    emitChange(run, version);
    return { version };
  },
  audit: (_, { version }) => ({ subject: `intake:${version}` }),
});
