import { z } from 'zod';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { progressAudit, recordProgress } from './record-progress.ts';

/** Reopens onboarding that the caller had skipped ("You can complete it later from your dashboard"). */
export const resume = defineCommand({
  name: 'onboarding.resume',
  input: z.strictObject({}),
  access: 'signedIn',
  whileFrozen: true,
  run: (run) => recordProgress(run, 'resume'),
  audit: progressAudit,
});
