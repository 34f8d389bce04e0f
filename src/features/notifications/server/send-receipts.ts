import { z } from 'zod';
import { receiptProgress } from '#db/schema/notifications.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { findByKey, type Transaction } from '#platform/server/database/db.ts';
import { notifyAll } from './notify.ts';
import { shareNotification, transferNotification } from './receipt-texts.ts';
import { shareReceipts, transferReceipts } from './receipts.queries.ts';

/**
 * Sends receipts for the purchases, sales, cancellations and bank transfers in a part of the audit log, in its order.
 * The last row of the part is recorded in the same transaction, so each receipt is sent once, even when several servers
 * run this at the same time.
 */
export const sendReceipts = defineCommand({
  name: 'notifications.sendReceipts',
  input: z.strictObject({ after: z.int(), through: z.int() }),
  access: 'system',
  async run(run, part) {
    const { tx } = run;
    // However long the history is, the rows of a part are read one by one.
    await findByKey(tx);
    if (!(await advanceProgress(tx, part))) return { sent: 0 };
    const receipts = [
      ...(await transferReceipts(tx, part)).map((receipt) => ({
        ordinal: receipt.ordinal,
        notification: transferNotification(receipt),
      })),
      ...(await shareReceipts(tx, part)).map((receipt) => ({
        ordinal: receipt.ordinal,
        notification: shareNotification(receipt),
      })),
    ].sort((one, other) => one.ordinal - other.ordinal);
    await notifyAll(
      run,
      receipts.map(({ notification }) => notification),
    );
    return { sent: receipts.length };
  },
  audit: ({ through }, { sent }) => ({ subject: `audit:${through}`, details: { sent } }),
});

/** Records the audit row up to which receipts were sent; false if another server has recorded a later one meanwhile. */
export async function advanceProgress(
  tx: Transaction,
  { after, through }: { after: number; through: number },
): Promise<boolean> {
  await tx.insert(receiptProgress).values({ auditSeq: 0 }).onConflictDoNothing();
  const [progress] = await tx.select().from(receiptProgress).for('update');
  if (progress?.auditSeq !== after) return false;
  await tx.update(receiptProgress).set({ auditSeq: through });
  return true;
}
