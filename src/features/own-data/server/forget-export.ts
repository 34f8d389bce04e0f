import { and, eq, lte } from 'drizzle-orm';
import { z } from 'zod';
import { dataExports } from '#db/schema/own-data.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { EXPORT_CHANGED } from '../own-data.events.ts';

/** Removes the row of a file with someone's data whose time is over, once its bytes are gone. */
export const forgetExport = defineCommand({
  name: 'ownData.forgetExport',
  input: z.strictObject({ exportId: z.uuid() }),
  access: 'system',
  async run({ tx, now, emit }, { exportId }) {
    const [gone] = await tx
      .delete(dataExports)
      .where(and(eq(dataExports.id, exportId), lte(dataExports.expiresAt, now)))
      .returning({ userId: dataExports.userId });
    if (gone) emit(EXPORT_CHANGED, { userId: gone.userId, payload: { exportId, status: 'removed' } });
    return { forgotten: gone !== undefined };
  },
  audit: ({ exportId }, { forgotten }) => ({ subject: `data-export:${exportId}`, details: { forgotten } }),
});
