import { setChannels } from '#features/notifications/server/index.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { completeInput } from '../onboarding.contract.ts';
import { progressAudit, recordProgress } from './record-progress.ts';

/** Saves the caller's answers and finishes onboarding; the chosen channels become notification preferences. */
export const complete = defineCommand({
  name: 'onboarding.complete',
  input: completeInput,
  access: 'signedIn',
  whileFrozen: true,
  async run(run, { answers }) {
    const record = await recordProgress(run, 'complete', { step: 5, answers });
    await setChannels(run, run.actor.userId, answers.notifications);
    return record;
  },
  audit: progressAudit,
});
