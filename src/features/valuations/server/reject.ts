import { valuationDecisions } from '#db/schema/valuations.ts';
import { notify } from '#features/notifications/server/index.ts';
import { formatDate } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { type DecidedValuation, rejectValuationInput } from '../valuations.contract.ts';
import { VALUATION_REJECTED } from '../valuations.events.ts';
import { lockPending } from './pending-valuation.ts';

/**
 * Rejects a valuation with a reason that its owner reads; it stays on record and counts for nothing. Idempotent by
 * `requestId`.
 * @throws VALUATION_NOT_FOUND, OWN_PROPERTY, ALREADY_DECIDED
 */
export const reject = defineCommand({
  name: 'valuations.reject',
  input: rejectValuationInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { valuationId, reason }): Promise<DecidedValuation> {
    const { tx, actor, now, emit } = run;
    const { valuation, property } = await lockPending(tx, actor, valuationId);
    await tx
      .insert(valuationDecisions)
      .values({ valuationId, decision: 'rejected', reason, decidedBy: actor.userId, decidedAt: now });
    const { id: propertyId, ownerId, name } = property;
    emit(VALUATION_REJECTED, {
      userId: ownerId,
      broadcast: { audience: 'admins' },
      payload: { propertyId, valuationId },
    });
    await notify(run, {
      userId: ownerId,
      type: 'property',
      priority: 'high',
      title: 'Valuation not approved',
      message: `The valuation of ${name} for ${formatDate(valuation.effectiveOn)} was not approved. Reason: ${reason}`,
      actionUrl: `/property/${propertyId}`,
      always: true,
    });
    return { id: valuationId, status: 'rejected', beforeCents: null, afterCents: null, haltedUntil: null };
  },
  audit: ({ valuationId, reason }) => ({
    subject: `valuation:${valuationId}`,
    details: { reason: typed(reason) },
  }),
});
