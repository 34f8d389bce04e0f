import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { bankTransfers } from '#db/schema/wallet.ts';
import { type Cents, formatUsdExact } from '#kernel/money.ts';
import { HOUR } from '#kernel/time.ts';
import { type Queryable, rows } from '#platform/server/database/db.ts';
import { enqueue, type JobHandler, jobFor } from '#platform/server/jobs/jobs.ts';
import { TRANSFER_REQUESTED } from '../wallet.events.ts';
import { askAgainAt } from '../wallet.rules.ts';
import { claimWithdrawal } from './claim-withdrawal.ts';
import { recordOrder } from './record-order.ts';
import { settleTransfer } from './settle-transfer.ts';

const CARRY_TRANSFER = 'wallet.carryTransfer';
const RESUME_TRANSFERS = 'wallet.resumeTransfers';

const hourly = z.object({ slot: z.number() });
/** Transfers looked at by one statement. */
const MAX_RESUMED_TRANSFERS = 500;

const otherAmount = ({ id, amountCents }: typeof bankTransfers.$inferSelect, atBank: Cents) =>
  new Error(
    `The bank has settled ${formatUsdExact(atBank)} of transfer ${id}, for which ${formatUsdExact(amountCents)} was ordered. It stays pending.`,
  );

/**
 * Carries a transfer through the bank: claims a withdrawal, orders it once, then asks until it is settled. Each step may be
 * repeated after a crash: the order has our id, the first reference counts, and settling twice does nothing. One that the
 * bank has settled with another amount stays pending until the bank has corrected it; the books show the difference.
 */
const carryTransfer = jobFor(TRANSFER_REQUESTED, async (ctx, { transferId }) => {
  const { platform } = ctx;
  const [transfer] = await platform.db.select().from(bankTransfers).where(eq(bankTransfers.id, transferId));
  if (transfer?.status !== 'pending') return;
  let { reference } = transfer;
  if (reference === null) {
    if (transfer.direction === 'withdrawal' && !(await claimWithdrawal(ctx, { transferId })).claimed) return;
    ({ reference } = await platform.payments.order(transfer));
    await recordOrder(ctx, { transferId, reference });
  }
  const state = await platform.payments.status(reference);
  const isOtherAmount = state.status === 'completed' && state.amountCents !== transfer.amountCents;
  if (isOtherAmount) platform.reportFailure(otherAmount(transfer, state.amountCents), CARRY_TRANSFER);
  if (state.status === 'pending' || isOtherAmount) {
    const now = platform.clock.now();
    const orderedAt = transfer.reference === null ? now : (transfer.sentAt ?? transfer.createdAt);
    return { runAgainAt: askAgainAt(orderedAt, now) };
  }
  await settleTransfer(ctx, { transferId, outcome: state });
});

/**
 * Requeues pending transfers that have no job left, because the bank was down for longer than a job tries: each at most
 * once an hour.
 */
const resumeTransfers: JobHandler = async ({ platform: { db, clock } }, rawPayload) => {
  const { slot } = hourly.parse(rawPayload);
  let afterId: string | null = null;
  // Not in time slices: those that it requeues are still pending, so a later run would begin with them again.
  do {
    const pending = await pendingTransfers(db, afterId);
    const left = pending.filter(({ hasJob }) => !hasJob);
    await db.transaction((tx) =>
      enqueue(
        tx,
        clock.now(),
        ...left.map(({ id }) => ({
          kind: CARRY_TRANSFER,
          key: `${RESUME_TRANSFERS}:${slot}:${id}`,
          payload: { transferId: id },
          runAt: clock.now(),
        })),
      ),
    );
    afterId = pending.length < MAX_RESUMED_TRANSFERS ? null : (pending.at(-1)?.id ?? null);
  } while (afterId !== null);
};

// Not a parameter: the index of these jobs is only for this kind, and no plan for every parameter can use it.
const carryTransferKind = sql.raw(`'${CARRY_TRANSFER}'`);

/** The next pending transfers in the order of their ids, and whether they have a job. */
export function pendingTransfers(
  db: Queryable,
  afterId: string | null,
): Promise<{ id: string; hasJob: boolean }[]> {
  return rows(
    db,
    sql`select b.id::text as id, exists (
          select 1 from jobs j where j.kind = ${carryTransferKind} and j.status = 'waiting'
            and j.payload->>'transferId' = b.id::text) as "hasJob"
        from bank_transfers b
        where b.status = 'pending' ${afterId === null ? sql`` : sql`and b.id > ${afterId}::uuid`}
        order by b.id limit ${MAX_RESUMED_TRANSFERS}::int`,
  );
}

export const walletJobs = {
  handlers: { [CARRY_TRANSFER]: carryTransfer, [RESUME_TRANSFERS]: resumeTransfers },
  schedules: [{ kind: RESUME_TRANSFERS, everyMs: HOUR }],
};
