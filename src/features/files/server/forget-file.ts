import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { storedFiles } from '#db/schema/files.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';

/** Removes the row of a discarded file, once its bytes are gone. */
export const forgetFile = defineCommand({
  name: 'files.forgetFile',
  input: z.strictObject({ fileId: z.uuid() }),
  access: 'system',
  async run({ tx }, { fileId }) {
    const gone = await tx
      .delete(storedFiles)
      .where(and(eq(storedFiles.id, fileId), eq(storedFiles.status, 'discarded')))
      .returning({ id: storedFiles.id });
    return { forgotten: gone.length > 0 };
  },
  audit: ({ fileId }, { forgotten }) => ({ subject: `file:${fileId}`, details: { forgotten } }),
});
