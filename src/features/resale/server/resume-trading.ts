import { eq } from 'drizzle-orm';
import { resaleBooks } from '#db/schema/resale.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { resaleErrors, resumeTradingInput } from '../resale.contract.ts';
import { haltEndText } from '../resale.rules.ts';
import { lockBooks } from './market.ts';
import { requireImpartialToBook } from './require-impartial-to-book.ts';
import { resumeBook } from './resume-due.ts';

/**
 * Resumes trading in a property. While many orders are outside of the price band it goes on being halted, and resumes by
 * itself when they are closed. Nobody ends the halt after a large change of value early: holders rely on its end.
 * @throws NOT_HALTED, OWN_PROPERTY, HALT_NOT_OVER
 */
export const resumeTrading = defineCommand({
  name: 'resale.resumeTrading',
  input: resumeTradingInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { propertyId }) {
    const { tx, actor, now } = run;
    const halts = await lockBooks(tx, { propertyIds: [propertyId] });
    if ((halts.get(propertyId) ?? null) === null) throw new DomainError(resaleErrors.NOT_HALTED);
    await requireImpartialToBook(tx, actor, propertyId);
    const [book] = await tx.select().from(resaleBooks).where(eq(resaleBooks.propertyId, propertyId));
    if (book?.resumesAt && book.resumesAt > now)
      throw new DomainError(resaleErrors.HALT_NOT_OVER, { message: haltEndText(book.resumesAt) });
    return { propertyId, haltReason: await resumeBook(run, propertyId) };
  },
  audit: ({ propertyId }, { haltReason }) => ({
    subject: `property:${propertyId}`,
    details: { resumed: haltReason === null },
  }),
});
