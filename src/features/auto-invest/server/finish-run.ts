import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { autoInvestRuns } from '#db/schema/auto-invest.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';

/** Marks a run as finished, once all of its purchases are recorded. */
export const finishRun = defineCommand({
  name: 'autoInvest.finishRun',
  input: z.strictObject({ runId: z.uuid() }),
  access: 'system',
  async run({ tx, now }, { runId }) {
    await tx
      .update(autoInvestRuns)
      .set({ finishedAt: now })
      .where(and(eq(autoInvestRuns.id, runId), isNull(autoInvestRuns.finishedAt)));
    return {};
  },
  audit: ({ runId }) => ({ subject: `auto-invest-run:${runId}` }),
});
