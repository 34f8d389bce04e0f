import { defineCommand } from '#platform/server/commands/run-command.ts';
import { skipInput } from '../onboarding.contract.ts';
import { progressAudit, recordProgress } from './record-progress.ts';

/** Skips onboarding and saves the answers so far. Completed onboarding stays completed. */
export const skip = defineCommand({
  name: 'onboarding.skip',
  input: skipInput,
  access: 'signedIn',
  whileFrozen: true,
  run: (run, { step, answers }) => recordProgress(run, 'skip', { step, answers }),
  audit: progressAudit,
});
