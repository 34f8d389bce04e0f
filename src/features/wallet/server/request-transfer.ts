import { and, count, eq, inArray } from 'drizzle-orm';
import { users } from '#db/schema/identity.ts';
import { bankTransfers } from '#db/schema/wallet.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { type BankTransfer, MAX_PENDING_TRANSFERS, walletErrors } from '../wallet.contract.ts';
import { TRANSFER_REQUESTED } from '../wallet.events.ts';
import { isInstant, refuseDeposit } from '../wallet.rules.ts';
import { depositAllowance } from './deposit-allowance.ts';
import { transferView } from './wallet.queries.ts';

interface RequestedTransfer {
  transfer: BankTransfer;
  /** A deposit that is settled before it is answered. */
  instant: boolean;
}

/** Records a pending transfer of the caller and emits the event that orders it from the bank; at most ten may be pending. */
export async function requestTransfer(
  { tx, actor, now, operationId, newId, emit }: Run<UserActor>,
  direction: 'deposit' | 'withdrawal',
  amountCents: number,
): Promise<RequestedTransfer> {
  // One request of a user at a time, so that two at once cannot both be the tenth or spend the same allowance.
  await tx.select({ id: users.id }).from(users).where(eq(users.id, actor.userId)).for('no key update');
  const pending = and(
    eq(bankTransfers.userId, actor.userId),
    inArray(bankTransfers.status, ['pending', 'held']),
  );
  const [open] = await tx.select({ transfers: count() }).from(bankTransfers).where(pending);
  if ((open?.transfers ?? 0) >= MAX_PENDING_TRANSFERS) throw new DomainError(walletErrors.TOO_MANY_PENDING);
  const allowance = direction === 'deposit' ? await depositAllowance(tx, actor.userId, now) : null;
  const refusal = allowance && refuseDeposit(allowance, amountCents);
  if (refusal) throw new DomainError(refusal);
  const instant = allowance !== null && isInstant(allowance, amountCents);
  const [row] = await tx
    .insert(bankTransfers)
    .values({
      id: newId(),
      userId: actor.userId,
      direction,
      amountCents,
      status: 'pending',
      instant,
      requestedOperationId: operationId,
      createdAt: now,
    })
    .returning();
  const transfer = transferView(present(row, 'the new transfer'));
  emit(TRANSFER_REQUESTED, { userId: actor.userId, payload: { transferId: transfer.id } });
  return { transfer, instant };
}
