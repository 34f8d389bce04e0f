import { eq } from 'drizzle-orm';
import { distributions } from '#db/schema/distributions.ts';
import { properties } from '#db/schema/properties.ts';
import { accounts, allHolders, post, type Transfer } from '#features/ledger/server/index.ts';
import { notify } from '#features/notifications/server/index.ts';
import { requireImpartial } from '#features/ownership/server/index.ts';
import { assert } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { allocate, formatUsdExact, toDecimal } from '#kernel/money.ts';
import { quarterName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { formatDate } from '#kernel/time.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { insertRows, statementParts, writeAll } from '#platform/server/database/columns.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { approveInput, distributionErrors, propertyIdOf } from '../distributions.contract.ts';
import { APPROVED } from '../distributions.events.ts';
import { paymentDateOf } from '../distributions.rules.ts';
import { payoutApproval } from './payout-approval.ts';
import { lockStatements, type StoredStatement } from './statements.ts';

/**
 * Approves a prepared statement. The holders' payouts are fixed and set aside, the reserve contribution and the
 * management fee are taken, and the owner is paid the owner's share and the reimbursement by the reserve. The holders
 * are paid on the day of payment. Idempotent by `requestId`.
 * @throws DISTRIBUTION_NOT_FOUND, OWN_PROPERTY, NOT_AWAITING_APPROVAL, STATEMENT_CHANGED
 */
export const approve = defineCommand({
  name: 'distributions.approve',
  input: approveInput,
  access: 'admin',
  needsApproval: payoutApproval,
  async run(run, { id, expectedNetCents, preparedAt }) {
    const { tx, actor, now, emit } = run;
    const propertyId = propertyIdOf(id);
    await lockStatements(tx, propertyId);
    const [found] = await tx
      .select({ statement: distributions, ownerId: properties.ownerId, name: properties.name })
      .from(distributions)
      .innerJoin(properties, eq(properties.id, distributions.propertyId))
      .where(eq(distributions.id, id));
    if (!found) throw new DomainError(distributionErrors.DISTRIBUTION_NOT_FOUND);
    const { statement, ownerId, name } = found;
    await requireImpartial(tx, actor, { ownerId });
    if (statement.status !== 'prepared') throw new DomainError(distributionErrors.NOT_AWAITING_APPROVAL);
    if (statement.netCents !== expectedNetCents || statement.preparedAt?.toISOString() !== preparedAt)
      throw new DomainError(distributionErrors.STATEMENT_CHANGED);
    if (statement.netCents > 0) await fixPayouts(tx, statement);
    const transfers = transfersOf(statement, ownerId);
    if (transfers.length > 0) await post(tx, run, transfers);
    const status = statement.netCents > 0 ? ('approved' as const) : ('paid' as const);
    const paidAt = status === 'paid' ? now : null;
    await tx
      .update(distributions)
      .set({ status, paidAt, approvedAt: now, approvedBy: actor.userId })
      .where(eq(distributions.id, id));
    emit(APPROVED, { userId: ownerId, broadcast: { propertyId }, payload: { distributionId: id } });
    await notify(run, {
      userId: ownerId,
      type: 'distribution',
      priority: 'medium',
      title: 'Distribution approved',
      message: `The ${quarterName(statement.quarter)} statement for ${name} is approved: ${outcomeOf(statement, now)}.`,
      actionUrl: '/owner-distributions',
    });
    return { id, status };
  },
  audit: ({ id, expectedNetCents }) => ({
    subject: `distribution:${id}`,
    details: { netCents: expectedNetCents },
  }),
});

function outcomeOf(statement: StoredStatement, now: Date): string {
  const { netCents, holders } = statement;
  if (netCents === 0) return 'nothing is paid to shareholders';
  const payees = counted(holders, 'shareholder');
  return `${formatUsdExact(netCents)} goes to ${payees} on ${formatDate(paymentDateOf(statement, now))}`;
}

/** Splits the net amount among the holders of the record date, in the order of their ids. */
async function fixPayouts(tx: Transaction, { id, propertyId, recordAt, ...statement }: StoredStatement) {
  const { netCents, shares, holders } = statement;
  const held = await allHolders(tx, propertyId, recordAt);
  held.sort((one, two) => (one.userId < two.userId ? -1 : 1));
  const cents = allocate(
    netCents,
    held.map((one) => one.shares),
  );
  const payouts = held.map((one, index) => ({ ...one, position: index + 1, cents: cents[index] ?? 0 }));
  const sumOf = (amounts: readonly number[]) => amounts.reduce((sum, amount) => sum + amount, 0);
  assert(
    sumOf(payouts.map((payout) => payout.cents)) === netCents &&
      sumOf(payouts.map((payout) => payout.shares)) === shares &&
      payouts.length === holders,
    `the payouts of ${id} do not add up to its statement`,
  );
  for (const part of statementParts(payouts)) {
    const payoutRows = insertRows('distribution_payouts', part, {
      distribution_id: ['text', id],
      position: ['int', ({ position }) => position],
      user_id: ['text', ({ userId }) => userId],
      shares: ['int', (payout) => payout.shares],
      amount: ['numeric', (payout) => toDecimal(payout.cents)],
    });
    await writeAll(tx, [payoutRows]);
  }
}

function transfersOf(statement: StoredStatement, ownerId: string): Transfer[] {
  const { propertyId, reserveContributedCents, reimbursedCents, ownerShareCents, feeCents, netCents } =
    statement;
  const cash = accounts.userCash(ownerId);
  const debit = accounts.propertyRent(propertyId);
  const transfers: Transfer[] = [
    {
      code: 'reserve_contributed',
      debit,
      credit: accounts.propertyReserve(propertyId),
      amount: reserveContributedCents,
    },
    { code: 'expenses_repaid', debit, credit: cash, amount: reimbursedCents },
    { code: 'owner_share', debit, credit: cash, amount: ownerShareCents },
    { code: 'management_fee', debit, credit: accounts.managementFees(), amount: feeCents },
    { code: 'distribution_set_aside', debit, credit: accounts.propertyPayable(propertyId), amount: netCents },
  ];
  return transfers.filter(({ amount }) => amount > 0);
}
