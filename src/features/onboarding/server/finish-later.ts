import { z } from 'zod';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { progressAudit, recordProgress } from './record-progress.ts';

/** Reopens onboarding that the caller has just completed, to be finished another day. */
export const finishLater = defineCommand({
  name: 'onboarding.finishLater',
  input: z.strictObject({}),
  access: 'signedIn',
  whileFrozen: true,
  run: (run) => recordProgress(run, 'finishLater'),
  audit: progressAudit,
});
