import { resaleBooks } from '#db/schema/resale.ts';
import { propertyErrors } from '#features/properties/properties.contract.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { haltTradingInput, resaleErrors } from '../resale.contract.ts';
import { TRADING_HALTED } from '../resale.events.ts';
import { lockBooks } from './market.ts';
import { refuseOwnTrading } from './own-trading.ts';

/**
 * Halts trading in a property: nothing can be bought, listed or bid for until it resumes, and everybody sees the reason.
 * Open orders stay and can be cancelled.
 * @throws PROPERTY_NOT_FOUND, OWN_PROPERTY, ALREADY_HALTED
 */
export const haltTrading = defineCommand({
  name: 'resale.haltTrading',
  input: haltTradingInput,
  access: 'admin',
  async run({ tx, actor, now, emit }, { propertyId, reason }) {
    const halts = await lockBooks(tx, { propertyIds: [propertyId] });
    if (!halts.has(propertyId)) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
    await refuseOwnTrading(tx, actor, propertyId);
    if (halts.get(propertyId) !== null) throw new DomainError(resaleErrors.ALREADY_HALTED);
    const halt = { haltedAt: now, haltReason: reason };
    await tx
      .insert(resaleBooks)
      .values({ propertyId, ...halt })
      .onConflictDoUpdate({ target: resaleBooks.propertyId, set: halt });
    emit({ type: TRADING_HALTED, broadcast: { propertyId }, payload: { propertyId, reason } });
    return { propertyId, haltReason: reason };
  },
  audit: ({ propertyId, reason }) => ({ subject: `property:${propertyId}`, details: { reason } }),
});
