import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { resaleBooks } from '#db/schema/resale.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { TRADING_RESUMED } from '../resale.events.ts';
import { lockBooks } from './market.ts';

/** Resumes trading in a property whose halt ends by itself, once it is over. Run again, it finds nothing to do. */
export const resumeDue = defineCommand({
  name: 'resale.resumeDue',
  input: z.strictObject({ propertyId }),
  access: 'system',
  async run(run, { propertyId }) {
    const { tx, now } = run;
    await lockBooks(tx, { propertyIds: [propertyId] });
    const [book] = await tx.select().from(resaleBooks).where(eq(resaleBooks.propertyId, propertyId));
    const isOver = book?.resumesAt != null && book.resumesAt <= now;
    if (isOver) await resumeBook(run, propertyId);
    return { resumed: isOver };
  },
  audit: ({ propertyId }, { resumed }) => ({ subject: `property:${propertyId}`, details: { resumed } }),
});

/** Ends the halt of a book that is locked. */
export async function resumeBook({ tx, emit }: Pick<Run, 'tx' | 'emit'>, propertyId: number): Promise<void> {
  await tx
    .update(resaleBooks)
    .set({ haltedAt: null, haltReason: null, resumesAt: null })
    .where(eq(resaleBooks.propertyId, propertyId));
  emit({ type: TRADING_RESUMED, broadcast: { propertyId }, payload: { propertyId } });
}
