import { eq } from 'drizzle-orm';
import { resaleBooks } from '#db/schema/resale.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { resaleErrors, resumeTradingInput } from '../resale.contract.ts';
import { TRADING_RESUMED } from '../resale.events.ts';
import { lockBooks } from './market.ts';
import { refuseOwnTrading } from './own-trading.ts';

/**
 * Resumes trading in a property.
 * @throws NOT_HALTED, OWN_PROPERTY
 */
export const resumeTrading = defineCommand({
  name: 'resale.resumeTrading',
  input: resumeTradingInput,
  access: 'admin',
  async run({ tx, actor, emit }, { propertyId }) {
    const halts = await lockBooks(tx, { propertyIds: [propertyId] });
    if ((halts.get(propertyId) ?? null) === null) throw new DomainError(resaleErrors.NOT_HALTED);
    await refuseOwnTrading(tx, actor, propertyId);
    await tx
      .update(resaleBooks)
      .set({ haltedAt: null, haltReason: null })
      .where(eq(resaleBooks.propertyId, propertyId));
    emit({ type: TRADING_RESUMED, broadcast: { propertyId }, payload: { propertyId } });
    return { propertyId, haltReason: null };
  },
  audit: ({ propertyId }) => ({ subject: `property:${propertyId}` }),
});
