import { z } from 'zod';
import { receiptProgress } from '#db/schema/notifications.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { notifyAll } from './notify.ts';
import { shareNotification, transferNotification } from './receipt-texts.ts';
import { shareReceipts, transferReceipts } from './receipts.queries.ts';

/**
 * Notifies people of what the commands in a part of the audit log bought, sold, gave back or settled for them, in the
 * order of the log. The place up to which receipts were sent moves on in the same transaction, so that each part has its receipts once;
 * servers that do this at once wait for each other.
 */
export const sendReceipts = defineCommand({
  name: 'notifications.sendReceipts',
  input: z.strictObject({ after: z.int(), through: z.int() }),
  access: 'system',
  async run(run, part) {
    const { tx } = run;
    if (!(await advance(tx, part))) return { sent: 0 };
    const receipts = [
      ...(await transferReceipts(tx, part)).map((one) => ({
        place: one.place,
        told: transferNotification(one),
      })),
      ...(await shareReceipts(tx, part)).map((one) => ({ place: one.place, told: shareNotification(one) })),
    ].sort((one, other) => one.place - other.place);
    await notifyAll(
      run,
      receipts.map(({ told }) => told),
    );
    return { sent: receipts.length };
  },
  audit: ({ through }, { sent }) => ({ subject: `audit:${through}`, details: { sent } }),
});

/** Moves the place up to which receipts were sent, unless another server moved it meanwhile. */
export async function advance(
  tx: Transaction,
  { after, through }: { after: number; through: number },
): Promise<boolean> {
  await tx.insert(receiptProgress).values({ auditSeq: 0 }).onConflictDoNothing();
  const [place] = await tx.select().from(receiptProgress).for('update');
  if (place?.auditSeq !== after) return false;
  await tx.update(receiptProgress).set({ auditSeq: through });
  return true;
}
