import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { offerings } from '#db/schema/offerings.ts';
import { accounts } from '#features/ledger/server/index.ts';
import { notify } from '#features/notifications/server/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { counted } from '#kernel/plural.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { OFFERING_FAILED, OFFERING_FUNDED } from '../offerings.events.ts';
import { closingOf, rejectionReason, shortfallReason } from '../offerings.rules.ts';
import { type LockedEscrow, lockEscrow, ownerOf, payOutEscrow } from './escrow.ts';
import { newestPurchase } from './offerings.queries.ts';

/**
 * Closes an open offering when it is due. With its minimum sold to others than its owner it is funded, and its escrow
 * goes to the owner, less the processing fees, in this one transaction. Without, or when its property was rejected, it
 * fails: its property leaves the market in this transaction, and its purchases are refunded afterwards. While the
 * property is in review or the release is on hold, it is not funded. An offering that is closed or not due stays as it is.
 */
export const closeOffering = defineCommand({
  name: 'offerings.closeOffering',
  input: z.strictObject({ propertyId }),
  access: 'system',
  async run(run, { propertyId }) {
    const { tx, now } = run;
    const owner = accounts.userCash(await ownerOf(tx, propertyId));
    const locked = await lockEscrow(tx, propertyId, [owner]);
    const { property, offering, countedShares: soldShares } = locked;
    const { minimumShares, deadline, status } = offering;
    if (status !== 'open' || deadline === null) return { outcome: null };
    const lastPurchaseAt = await newestPurchaseAt(tx, propertyId);
    const onHold = offering.holdReason !== null;
    const progress = { minimumShares, soldShares, lastPurchaseAt, deadline, review: property.status, onHold };
    const outcome = closingOf(progress, now);
    if (outcome === 'funded') await fund(run, locked);
    if (outcome === 'failed') await fail(run, locked);
    return { outcome };
  },
  audit: ({ propertyId }, { outcome }) => ({ subject: `property:${propertyId}`, details: { outcome } }),
});

async function newestPurchaseAt(tx: Transaction, propertyId: number): Promise<Date | null> {
  const [row] = await tx
    .select({ at: newestPurchase })
    .from(offerings)
    .where(eq(offerings.propertyId, propertyId));
  return row?.at ? new Date(row.at) : null;
}

async function setOutcome(
  tx: Transaction,
  propertyId: number,
  status: 'funded' | 'failed',
  now: Date,
): Promise<void> {
  await tx.update(offerings).set({ status, closedAt: now }).where(eq(offerings.propertyId, propertyId));
}

async function fund(run: Run, locked: LockedEscrow): Promise<void> {
  const { tx, now, emit } = run;
  const { property, soldShares } = locked;
  await setOutcome(tx, property.id, 'funded', now);
  const proceedsCents = await payOutEscrow(run, locked);
  const payload = { propertyId: property.id, closedAt: now.toISOString() };
  emit(OFFERING_FUNDED, { userId: property.ownerId, broadcast: { propertyId: property.id }, payload });
  await notify(run, {
    userId: property.ownerId,
    type: 'property',
    priority: 'high',
    title: 'Offering minimum reached',
    message: `${property.name} sold ${counted(soldShares, 'share')}. ${formatUsdExact(proceedsCents)} went from escrow to your wallet.`,
    actionUrl: '/wallet',
  });
}

async function fail(
  run: Run,
  { property, offering, countedShares: soldShares }: LockedEscrow,
): Promise<void> {
  const { tx, now, emit } = run;
  const { minimumShares } = offering;
  const rejected = property.status === 'rejected';
  const reason = rejected
    ? rejectionReason(property.statusReason)
    : shortfallReason({ soldShares, minimumShares, now });
  await setOutcome(tx, property.id, 'failed', now);
  const payload = { propertyId: property.id, reason };
  emit(OFFERING_FAILED, { userId: property.ownerId, broadcast: { propertyId: property.id }, payload });
  await notify(run, {
    userId: property.ownerId,
    type: 'property',
    priority: 'high',
    title: 'Offering failed',
    message: rejected
      ? `${property.name} was rejected in review. Its offering is over, and its investors get everything back.`
      : `${property.name} sold ${soldShares.toLocaleString('en-US')} of at least ${counted(minimumShares, 'share')}. It left the market, and its investors get everything back.`,
    actionUrl: `/property/${property.id}`,
  });
}
