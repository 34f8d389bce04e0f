import { and, eq, lt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { storedFiles } from '#db/schema/files.ts';
import { after, HOUR } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { FILE_DISCARDED } from '../files.events.ts';

/** Files that arrived an hour ago and that nothing has claimed since. */
export function isAbandoned(now: Date): SQL | undefined {
  return and(eq(storedFiles.status, 'arriving'), lt(storedFiles.createdAt, after(now, -HOUR)));
}

/** Releases files that arrived an hour ago and were never claimed, as after an aborted upload. */
export const discardAbandoned = defineCommand({
  name: 'files.discardAbandoned',
  input: z.strictObject({}),
  access: 'system',
  async run({ tx, now, emit }) {
    const abandoned = await tx
      .update(storedFiles)
      .set({ status: 'discarded' })
      .where(isAbandoned(now))
      .returning({ id: storedFiles.id });
    for (const { id } of abandoned) emit(FILE_DISCARDED, { payload: { fileId: id } });
    return { discarded: abandoned.length };
  },
  audit: (_, { discarded }) => ({ subject: 'files', details: { discarded } }),
});
