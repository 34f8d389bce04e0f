import { z } from 'zod';
import { accounts, lockBalances } from '#features/ledger/server/index.ts';
import { toDecimal } from '#kernel/money.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand } from '#platform/server/commands/run-command.ts';
import { insertRows, statementParts, writeAll } from '#platform/server/database/columns.ts';
import { gainsOf } from '../gains.rules.ts';
import { WASH_SALES_RECORDED } from '../lots.events.ts';
import { taxHistory } from './tax-history.ts';

/**
 * Records the wash sales of one holding that are not recorded yet. Recorded ones never change. The lock on the person's
 * cash, which every purchase and sale takes too, keeps two runs from recording the same shares.
 */
export const recordWashSales = defineCommand({
  name: 'lots.recordWashSales',
  input: z.strictObject({ userId: z.string(), propertyId }),
  access: 'system',
  async run({ tx, now, emit }, { userId, propertyId }) {
    await lockBalances(tx, [accounts.userCash(userId)]);
    const { lots, sales, washSales, returns } = await taxHistory(tx, userId, propertyId);
    const { found } = gainsOf(lots, sales, washSales, returns);
    if (found.length > 0) {
      for (const part of statementParts(found)) {
        const added = insertRows('wash_sale_adjustments', part, {
          trade_id: ['uuid', ({ tradeId }) => tradeId],
          lot_id: ['uuid', ({ lotId }) => lotId],
          replacement_lot_id: ['uuid', ({ replacementLotId }) => replacementLotId],
          user_id: ['text', userId],
          property_id: ['int', propertyId],
          shares: ['int', ({ shares }) => shares],
          disallowed: ['numeric', ({ disallowedCents }) => toDecimal(disallowedCents)],
          recorded_at: ['timestamptz', now],
        });
        await writeAll(tx, [added]);
      }
      const washSales = found.map(({ tradeId, lotId, replacementLotId }) => ({
        tradeId,
        lotId,
        replacementLotId,
      }));
      emit(WASH_SALES_RECORDED, { userId, payload: { userId, washSales } });
    }
    return { recorded: found.length };
  },
  audit: ({ userId, propertyId }, { recorded }) => ({
    subject: `user:${userId}`,
    details: { propertyId, recorded },
  }),
});
