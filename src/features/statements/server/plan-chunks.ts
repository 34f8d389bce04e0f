import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { statementChunks, statementMonths } from '#db/schema/statements.ts';
import { present } from '#kernel/assert.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { type IdRange, nextIds } from '#platform/server/database/id-ranges.ts';
import { statementMonth } from '../statements.contract.ts';

/** People whose statements are issued in one transaction: enough to be fast, few enough that nobody else waits. */
const MAX_CHUNK_PEOPLE = 10_000;
/** Chunks that are planned at once. */
const MAX_PLANNED_CHUNKS = 10;

/** Everyone who has ever had cash or shares. */
const everyone = sql`select user_id as id from ledger_accounts`;

/**
 * Divides the next people of a month, in the order of their ids, into chunks that wait to be issued. A month is finished
 * when everyone was in a chunk and none waits.
 */
export const planChunks = defineCommand({
  name: 'statements.planChunks',
  input: z.strictObject({
    month: statementMonth,
    maxPeople: z.int().min(1).max(MAX_CHUNK_PEOPLE).default(MAX_CHUNK_PEOPLE),
  }),
  access: 'system',
  async run({ tx, now }, { month, maxPeople }) {
    await tx
      .insert(statementMonths)
      .values({ month, issuedThrough: '', statements: 0, startedAt: now })
      .onConflictDoNothing();
    const ofMonth = eq(statementMonths.month, month);
    const [progress] = await tx.select().from(statementMonths).where(ofMonth).for('no key update');
    const { issuedThrough, finishedAt } = present(progress, 'the row of a month');
    const chunks = finishedAt ? [] : await nextChunks(tx, { afterId: issuedThrough, maxPeople });
    const last = chunks.at(-1);
    if (last) {
      await tx.insert(statementChunks).values(chunks.map((chunk) => ({ month, ...chunk })));
      await tx.update(statementMonths).set({ issuedThrough: last.lastId }).where(ofMonth);
    }
    const waiting = await tx
      .select({ afterId: statementChunks.afterId })
      .from(statementChunks)
      .where(eq(statementChunks.month, month))
      .orderBy(statementChunks.afterId);
    const done = waiting.length === 0;
    if (done && !finishedAt) await tx.update(statementMonths).set({ finishedAt: now }).where(ofMonth);
    return { waiting: waiting.map(({ afterId }) => afterId), done };
  },
  audit: ({ month }, { waiting, done }) => ({
    subject: `statements:${month}`,
    details: { waiting: waiting.length, done },
  }),
});

async function nextChunks(
  tx: Transaction,
  { afterId, maxPeople }: { afterId: string; maxPeople: number },
): Promise<IdRange[]> {
  const chunks: IdRange[] = [];
  for (let from = afterId; chunks.length < MAX_PLANNED_CHUNKS; ) {
    const { idCount, lastId } = await nextIds(tx, everyone, { afterId: from, maxIds: maxPeople });
    if (lastId === null) break;
    chunks.push({ afterId: from, lastId });
    if (idCount < maxPeople) break;
    from = lastId;
  }
  return chunks;
}
