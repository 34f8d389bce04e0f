import { eq } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { accounts, lockBalances } from '#features/ledger/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { propertyErrors, setPropertyStatusInput } from '../properties.contract.ts';
import { STATUS_CHANGED } from '../properties.events.ts';
import { allowedStatusChange } from '../properties.rules.ts';
import { startOffering } from './offerings.ts';
import { entityOf } from './properties.views.ts';

/**
 * Approves, rejects or resets a property (ADM-08 to ADM-11). The balance of its available shares is locked first,
 * as investing does, so that no purchase slips past a reset.
 * Approval starts the clock of its offering. Whose offering goes on counts as approved since then: its months of rent
 * are reported and distributed without a break.
 * @throws PROPERTY_NOT_FOUND, STATUS_UNCHANGED, STATUS_NOT_ALLOWED, REFUNDS_RUNNING
 */
export const setPropertyStatus = defineCommand({
  name: 'properties.setStatus',
  input: setPropertyStatusInput,
  access: 'admin',
  async run({ tx, now, emit }, { id, status, reason }) {
    const available = accounts.propertyAvailable(id);
    const balances = await lockBalances(tx, [available]);
    const [before] = await tx.select().from(properties).where(eq(properties.id, id)).for('no key update');
    if (!before) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
    if (before.status === status) throw new DomainError(propertyErrors.STATUS_UNCHANGED);
    if (!allowedStatusChange(before.status, status)) throw new DomainError(propertyErrors.STATUS_NOT_ALLOWED);
    const availableShares = balances.get(available.id) ?? 0;
    let { approvedAt } = before;
    if (status === 'approved') {
      const soldShares = before.totalShares - availableShares;
      const begins = await startOffering(tx, { propertyId: id, soldShares, now });
      if (begins || approvedAt === null) approvedAt = now;
    }
    const [after] = await tx
      .update(properties)
      .set({
        status,
        statusReason: reason || null,
        approvedAt,
        updatedAt: now,
      })
      .where(eq(properties.id, id))
      .returning();
    const payload = { propertyId: id, status, reason: reason || null };
    emit({ type: STATUS_CHANGED, userId: before.ownerId, propertyId: id, payload });
    return entityOf({
      property: present(after, 'the changed property'),
      availableShares,
    });
  },
  audit: ({ id, status, reason }) => ({
    subject: `property:${id}`,
    details: { status, reason: reason ?? null },
  }),
});
