import { eq } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { accounts, balanceOf, lockBalances, post } from '#features/ledger/server/index.ts';
import { notify } from '#features/notifications/server/index.ts';
import { requireImpartial } from '#features/ownership/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { type Cents, formatUsdExact } from '#kernel/money.ts';
import type { ApprovalRule } from '#platform/server/commands/approval.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import { offeringErrors, type PayLenderInput, payLenderInput } from '../offerings.contract.ts';
import { LENDER_PAID } from '../offerings.events.ts';

const payLenderApproval: ApprovalRule<PayLenderInput> = {
  async describe(tx, { id, amountCents, reference }) {
    const [property] = await tx.select().from(properties).where(eq(properties.id, id));
    if (!property) throw new DomainError(offeringErrors.PROPERTY_NOT_FOUND);
    const waitingCents = await balanceOf(tx, accounts.propertyMortgage(id));
    return {
      subject: `property:${id}`,
      title: `Pay the lender of ${property.name}`,
      facts: [
        { label: 'Amount', value: formatUsdExact(amountCents) },
        { label: 'Owed to the mortgage lender', value: formatUsdExact(waitingCents) },
        { label: 'Reference of the bank transfer', value: reference },
      ],
      path: '/admin-panel',
    };
  },
};

/**
 * Pays out everything that escrow released for the lender of a property's mortgage: it leaves the settlement account by
 * a bank transfer with this reference, also while the property is rejected or on hold, since what waits has left escrow
 * and is never refunded. Idempotent by `requestId`.
 * @throws PROPERTY_NOT_FOUND, OWN_PROPERTY, LENDER_AMOUNT_CHANGED when another amount waits, also after a payment
 */
export const payLender = defineCommand({
  name: 'offerings.payLender',
  input: payLenderInput,
  access: 'admin',
  needsApproval: payLenderApproval,
  async run(run, { id, amountCents }): Promise<{ paidCents: Cents }> {
    const { tx, actor, emit } = run;
    const debit = accounts.propertyMortgage(id);
    const waitingCents = (await lockBalances(tx, [debit])).get(debit.id) ?? 0;
    const [property] = await tx.select().from(properties).where(eq(properties.id, id));
    if (!property) throw new DomainError(offeringErrors.PROPERTY_NOT_FOUND);
    await requireImpartial(tx, actor, property);
    if (amountCents !== waitingCents) throw new DomainError(offeringErrors.LENDER_AMOUNT_CHANGED);
    await post(tx, run, [{ code: 'lender_paid', debit, credit: accounts.bank(), amount: amountCents }]);
    emit(LENDER_PAID, {
      userId: property.ownerId,
      broadcast: { audience: 'admins' },
      payload: { propertyId: id, amountCents },
    });
    await notify(run, {
      userId: property.ownerId,
      type: 'property',
      priority: 'high',
      title: 'Mortgage repaid',
      message: `${formatUsdExact(amountCents)} from escrow for ${property.name} was paid to its mortgage lender.`,
      actionUrl: `/property/${id}`,
      always: true,
    });
    return { paidCents: amountCents };
  },
  audit: ({ id, amountCents, reference }) => ({
    subject: `property:${id}`,
    details: { amountCents, reference: typed(reference) },
  }),
});
