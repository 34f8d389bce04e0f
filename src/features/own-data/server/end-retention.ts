import { and, eq, isNull, lte, sql } from 'drizzle-orm';
import { z } from 'zod';
import { retainedRecords } from '#db/schema/own-data.ts';
import { eraseApplication } from '#features/kyc/server/index.ts';
import { eraseRecipient } from '#features/tax/server/index.ts';
import { handle } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { retainedKind } from '../own-data.contract.ts';
import { RETENTION_ENDED } from '../own-data.events.ts';

/** Erases records of a closed account whose retention is over. Others stay as they are. */
export const endRetention = defineCommand({
  name: 'ownData.endRetention',
  input: z.strictObject({ userId: handle, kind: retainedKind }),
  access: 'system',
  async run(run, { userId, kind }) {
    const { tx, now, emit } = run;
    const [due] = await tx
      .update(retainedRecords)
      .set({ endedAt: now })
      .where(
        and(
          eq(retainedRecords.userId, userId),
          eq(retainedRecords.kind, kind),
          lte(retainedRecords.endsAt, now),
          isNull(retainedRecords.endedAt),
        ),
      )
      .returning({ userId: retainedRecords.userId });
    if (!due) return { ended: false };
    if (kind === 'identity') await eraseApplication(run, userId);
    else {
      await tx.execute(sql`select erase_tax_records(${userId}, ${now.toISOString()}::timestamptz)`);
      await eraseRecipient(tx, userId);
    }
    emit(RETENTION_ENDED, { payload: { userId, kind } });
    return { ended: true };
  },
  audit: ({ userId, kind }, { ended }) => ({ subject: `user:${userId}`, details: { kind, ended } }),
});
