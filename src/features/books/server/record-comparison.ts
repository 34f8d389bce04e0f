import { and, eq, isNull } from 'drizzle-orm';
import { bankComparisons } from '#db/schema/books.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { recordComparisonInput } from '../books.contract.ts';
import { COMPARED } from '../books.events.ts';

/** Closes a comparison that has reached the last transfer. Idempotent by `requestId`. */
export const recordComparison = defineCommand({
  name: 'books.recordComparison',
  input: recordComparisonInput,
  access: 'system',
  async run({ tx, now, emit }, { verificationId }) {
    const [closed] = await tx
      .update(bankComparisons)
      .set({ finishedAt: now })
      .where(and(eq(bankComparisons.verificationId, verificationId), isNull(bankComparisons.finishedAt)))
      .returning();
    emit(COMPARED, { broadcast: { audience: 'admins' }, payload: { verificationId } });
    return { compared: closed?.findings.compared ?? 0, differing: closed?.findings.differing ?? 0 };
  },
  audit: ({ verificationId }, found) => ({ subject: `verification:${verificationId}`, details: found }),
});
