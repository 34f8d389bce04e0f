import { VALUATION_APPROVED } from '#features/valuations/server/index.ts';
import { handlerFor } from '#platform/server/runtime/run.ts';
import { closeOrdersOutsideBand } from './close-orders-outside-band.ts';
import { haltAfterRevaluation, haltWhileClosing } from './halt-trading.ts';
import { isHaltedByAdmin, lockBooks } from './market.ts';

/**
 * Follows a valuation in the transaction that approves it: closes the orders that the new price band leaves out, and
 * after a large change halts trading. The book is locked, so a trade by the old value is either done before or refused.
 * Where there are more orders than one transaction may close, trading is halted until a job has closed the rest. A halt
 * by an admin stays as it is, and where it ends earlier, this one follows. An offering's own valuation has no orders
 * before it.
 */
export const followRevaluation = handlerFor(VALUATION_APPROVED, async (run, { payload }) => {
  const { propertyId, isOffering, haltUntil } = payload;
  if (isOffering) return;
  const halts = await lockBooks(run.tx, { propertyIds: [propertyId] });
  const isDone = await closeOrdersOutsideBand(run, propertyId);
  if (haltUntil === null) {
    if (!isDone && halts.get(propertyId) === null) await haltWhileClosing(run, propertyId);
    return;
  }
  if (await isHaltedByAdmin(run.tx, propertyId)) return;
  await haltAfterRevaluation(run, propertyId, new Date(haltUntil));
});
