import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { resaleErrors, resumeTradingInput } from '../resale.contract.ts';
import { lockBooks } from './market.ts';
import { requireImpartialToBook } from './require-impartial-to-book.ts';
import { resumeBook } from './resume-due.ts';

/**
 * Resumes trading in a property. While many orders are outside of the price band it goes on being halted, and resumes by
 * itself when they are closed.
 * @throws NOT_HALTED, OWN_PROPERTY
 */
export const resumeTrading = defineCommand({
  name: 'resale.resumeTrading',
  input: resumeTradingInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { propertyId }) {
    const { tx, actor } = run;
    const halts = await lockBooks(tx, { propertyIds: [propertyId] });
    if ((halts.get(propertyId) ?? null) === null) throw new DomainError(resaleErrors.NOT_HALTED);
    await requireImpartialToBook(tx, actor, propertyId);
    return { propertyId, haltReason: await resumeBook(run, propertyId) };
  },
  audit: ({ propertyId }, { haltReason }) => ({
    subject: `property:${propertyId}`,
    details: { resumed: haltReason === null },
  }),
});
