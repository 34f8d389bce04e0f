import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { resaleBooks } from '#db/schema/resale.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { TRADING_RESUMED } from '../resale.events.ts';
import { closeOrdersOutsideBand } from './close-orders-outside-band.ts';
import { haltAfterRevaluation, haltWhileClosing } from './halt-trading.ts';
import { haltedByValuationUntil, lockBooks } from './market.ts';

/**
 * Resumes trading in a property whose halt ends by itself, once it is over and no order is outside of the price band.
 * Run again, it finds nothing to do.
 */
export const resumeDue = defineCommand({
  name: 'resale.resumeDue',
  input: z.strictObject({ propertyId }),
  access: 'system',
  async run(run, { propertyId }) {
    const { tx, now } = run;
    await lockBooks(tx, { propertyIds: [propertyId] });
    const [book] = await tx.select().from(resaleBooks).where(eq(resaleBooks.propertyId, propertyId));
    const isOver = book?.resumesAt != null && book.resumesAt <= now;
    return { resumed: isOver && (await resumeBook(run, propertyId)) === null };
  },
  audit: ({ propertyId }, { resumed }) => ({ subject: `property:${propertyId}`, details: { resumed } }),
});

/**
 * Ends the halt of a book that is locked, and closes what is outside of its price band before. Where that is more than
 * one transaction may close, the halt goes on until a job has closed the rest. Where a large change of value halts trading
 * for longer, it goes on until then.
 * @returns the reason of the halt that goes on, or null
 */
export async function resumeBook(run: Run, propertyId: number): Promise<string | null> {
  const { tx, now, emit } = run;
  if (!(await closeOrdersOutsideBand(run, propertyId))) return haltWhileClosing(run, propertyId);
  const haltedUntil = await haltedByValuationUntil(tx, propertyId, now);
  if (haltedUntil) return haltAfterRevaluation(run, propertyId, haltedUntil);
  await tx
    .update(resaleBooks)
    .set({ haltedAt: null, haltReason: null, resumesAt: null })
    .where(eq(resaleBooks.propertyId, propertyId));
  emit(TRADING_RESUMED, { broadcast: { propertyId }, payload: { propertyId } });
  return null;
}
