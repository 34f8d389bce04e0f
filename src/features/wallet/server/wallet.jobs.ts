import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { bankTransfers } from '#db/schema/wallet.ts';
import { after, SECOND } from '#kernel/time.ts';
import type { JobHandler } from '#platform/server/jobs.ts';
import { TRANSFER_REQUESTED } from '../wallet.events.ts';
import { recordOrder } from './record-order.ts';
import { settleTransfer } from './settle-transfer.ts';

const payload = z.object({ transferId: z.uuid() });
const ASK_AGAIN_AFTER = SECOND;

/**
 * Carries a transfer through the bank: orders it once, then asks until it is settled. Each step may be repeated
 * after a crash: the order has our id, the first reference counts, and settling twice does nothing.
 */
const carryTransfer: JobHandler = async (ctx, rawPayload) => {
  const { platform } = ctx;
  const { transferId } = payload.parse(rawPayload);
  const [transfer] = await platform.db.select().from(bankTransfers).where(eq(bankTransfers.id, transferId));
  if (transfer?.status !== 'pending') return;
  let { reference } = transfer;
  if (reference === null) {
    ({ reference } = await platform.payments.order(transfer));
    await recordOrder(ctx, { transferId, reference });
  }
  const state = await platform.payments.status(reference);
  if (state.status === 'pending') return { runAgainAt: after(platform.clock.now(), ASK_AGAIN_AFTER) };
  await settleTransfer(ctx, { transferId, outcome: state });
};

export const walletJobs = {
  onEvent: { [TRANSFER_REQUESTED]: ['wallet.carryTransfer'] },
  handlers: { 'wallet.carryTransfer': carryTransfer },
};
