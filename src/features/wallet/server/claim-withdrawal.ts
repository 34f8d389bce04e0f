import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { bankTransfers } from '#db/schema/wallet.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { lockAndReadFreezes } from '#platform/server/security/frozen-accounts.ts';
import { lockWithdrawal, ownerOf } from './withdrawal-decision.ts';

/**
 * Marks a withdrawal as sent, before it is ordered from the bank. It is not claimed while it is on hold or its owner's
 * account is frozen; a claim repeated after a crash succeeds again, because the bank knows the order by its id.
 * @throws NOT_FOUND
 */
export const claimWithdrawal = defineCommand({
  name: 'wallet.claimWithdrawal',
  input: z.strictObject({ transferId: z.uuid() }),
  access: 'system',
  async run({ tx, now }, { transferId }) {
    const ownerId = await ownerOf(tx, transferId);
    const frozen = await lockAndReadFreezes(tx, [ownerId]);
    const { status, sentAt } = await lockWithdrawal(tx, transferId);
    if (status !== 'pending') return { claimed: false };
    if (sentAt !== null) return { claimed: true };
    if (frozen.has(ownerId)) return { claimed: false };
    await tx.update(bankTransfers).set({ sentAt: now }).where(eq(bankTransfers.id, transferId));
    return { claimed: true };
  },
  audit: ({ transferId }, { claimed }) => ({ subject: `transfer:${transferId}`, details: { claimed } }),
});
