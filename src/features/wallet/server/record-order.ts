import { and, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { bankTransfers } from '#db/schema/wallet.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';

/** Stores the bank's reference of a transfer that it was asked for; the first one counts. */
export const recordOrder = defineCommand({
  name: 'wallet.recordOrder',
  input: z.strictObject({ transferId: z.uuid(), reference: z.string().min(1).max(200) }),
  access: 'system',
  async run({ tx }, { transferId, reference }) {
    const first = and(eq(bankTransfers.id, transferId), isNull(bankTransfers.reference));
    const recorded = await tx
      .update(bankTransfers)
      .set({ reference })
      .where(first)
      .returning({ id: bankTransfers.id });
    return { recorded: recorded.length > 0 };
  },
  audit: ({ transferId, reference }) => ({ subject: `transfer:${transferId}`, details: { reference } }),
});
