import { eq } from 'drizzle-orm';
import { propertyDocuments } from '#db/schema/documents.ts';
import { properties } from '#db/schema/properties.ts';
import { valuationDecisions, valuations } from '#db/schema/valuations.ts';
import { notify } from '#features/notifications/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { formatDate } from '#kernel/time.ts';
import type { ApprovalRule } from '#platform/server/commands/approval.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import {
  type ApproveValuationInput,
  approveValuationInput,
  type DecidedValuation,
  valuationErrors,
} from '../valuations.contract.ts';
import { VALUATION_APPROVED } from '../valuations.events.ts';
import { nextDay, nextDecisionAt, revaluation, valueBasisText } from '../valuations.rules.ts';
import { lockValuations, requireNotInfected } from './file.ts';
import { lockPending } from './pending-valuation.ts';
import { valueHistory } from './value-source.ts';

/** No valuation has a date in the future, so the effective one at this moment is the current one. */
const LATER = new Date('9999-12-31T00:00:00.000Z');

/** A change that halts trading needs two admins; smaller ones need one. */
const largeChanges: ApprovalRule<ApproveValuationInput> = {
  async when({ tx, now }, { valuationId }) {
    const waiting = await waitingValuation(tx, valuationId, now);
    return waiting?.change.isLarge ?? false;
  },
  async describe(tx, { valuationId }) {
    const waiting = await waitingValuation(tx, valuationId, LATER);
    if (!waiting) throw new DomainError(valuationErrors.VALUATION_NOT_FOUND);
    const { valuation, propertyName, change } = waiting;
    return {
      subject: `valuation:${valuationId}`,
      title: `Approve the valuation of ${propertyName}`,
      facts: [
        { label: 'Valuation', value: formatUsdExact(valuation.amountCents) },
        { label: 'Debt', value: formatUsdExact(valuation.debtCents) },
        { label: 'Based on', value: valueBasisText(valuation) },
        { label: 'Value per share now', value: formatUsdExact(change.beforeCents) },
        { label: 'Value per share after', value: formatUsdExact(change.afterCents) },
      ],
      path: '/admin-valuations',
    };
  },
};

/** A valuation with the effects of its approval, the valuations of its property locked; null when there is none. */
async function waitingValuation(tx: Transaction, valuationId: string, now: Date) {
  const [found] = await tx
    .select({ valuation: valuations, propertyName: properties.name })
    .from(valuations)
    .innerJoin(properties, eq(properties.id, valuations.propertyId))
    .where(eq(valuations.id, valuationId));
  if (!found) return null;
  const { propertyId } = found.valuation;
  await lockValuations(tx, propertyId);
  const history = await valueHistory(tx, propertyId);
  return { ...found, change: revaluation(history, found.valuation, now) };
}

/**
 * Approves a valuation: from its day on, it decides the value of the property's shares. A change of more than a tenth
 * within 30 days halts trading until the next day begins, in this transaction, and its holders are notified. Idempotent
 * by `requestId`.
 * @throws VALUATION_NOT_FOUND, OWN_PROPERTY, ALREADY_DECIDED, NOT_ON_MARKET, DOCUMENT_WITHDRAWN,
 *   DOCUMENT_INFECTED
 */
export const approve = defineCommand({
  name: 'valuations.approve',
  input: approveValuationInput,
  access: 'admin',
  needsApproval: largeChanges,
  async run(run, { valuationId }): Promise<DecidedValuation> {
    const { tx, actor, now, emit } = run;
    const { valuation, property } = await lockPending(tx, actor, valuationId);
    if (property.status !== 'approved') throw new DomainError(valuationErrors.NOT_ON_MARKET);
    await requireReadable(tx, valuation.documentId);
    const history = await valueHistory(tx, property.id);
    const { beforeCents, afterCents, isLarge } = revaluation(history, valuation, now);
    const decidedAt = nextDecisionAt(history, now);
    const haltedUntil = isLarge ? nextDay(decidedAt) : null;
    await tx.insert(valuationDecisions).values({
      valuationId,
      decision: 'approved',
      beforeCents,
      afterCents,
      haltedUntil,
      decidedBy: actor.userId,
      decidedAt,
    });
    const { id: propertyId, ownerId, name } = property;
    emit(VALUATION_APPROVED, {
      userId: ownerId,
      broadcast: { propertyId },
      payload: {
        propertyId,
        valuationId,
        isOffering: false,
        haltUntil: haltedUntil?.toISOString() ?? null,
      },
    });
    await notify(run, {
      userId: ownerId,
      type: 'property',
      priority: 'high',
      title: 'Valuation approved',
      message: `The valuation of ${name} for ${formatDate(valuation.effectiveOn)} is approved. A share is now worth ${formatUsdExact(afterCents)}; it was ${formatUsdExact(beforeCents)}.`,
      actionUrl: `/property/${propertyId}`,
      always: true,
    });
    return {
      id: valuationId,
      status: 'approved',
      beforeCents,
      afterCents,
      haltedUntil: haltedUntil?.toISOString() ?? null,
    };
  },
  audit: ({ valuationId }, { beforeCents, afterCents, haltedUntil }) => ({
    subject: `valuation:${valuationId}`,
    details: { beforeCents, afterCents, haltedUntil },
  }),
});

async function requireReadable(tx: Transaction, documentId: string | null): Promise<void> {
  const [document] = await tx
    .select({ withdrawnAt: propertyDocuments.withdrawnAt, fileId: propertyDocuments.fileId })
    .from(propertyDocuments)
    .where(eq(propertyDocuments.id, present(documentId, 'the document of a filed valuation')))
    .for('share');
  if (document?.withdrawnAt !== null) throw new DomainError(valuationErrors.DOCUMENT_WITHDRAWN);
  await requireNotInfected(tx, document.fileId);
}
