import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { offerings } from '#db/schema/offerings.ts';
import { accounts } from '#features/ledger/server/index.ts';
import { notify } from '#features/notifications/server/index.ts';
import {
  closingOf,
  markFailed,
  markFunded,
  newestPurchase,
  rejectionReason,
  shortfallReason,
} from '#features/properties/server/index.ts';
import { formatUsdExact } from '#kernel/money.ts';
import { propertyId } from '#kernel/schemas.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import type { Transaction } from '#platform/server/database/db.ts';
import { OFFERING_FAILED, OFFERING_FUNDED, PROCEEDS_RELEASED } from '../investing.events.ts';
import { isReleasable, type LockedEscrow, lockEscrow, ownerOf, releaseEscrow } from './escrow.ts';

/**
 * Closes an open offering when it is time. With its minimum sold to others than its owner it is funded, and its escrow goes to the owner, less
 * the processing fees, in this one transaction; without, it fails, leaves the market, and its purchases are refunded
 * afterwards. It fails whatever it has sold when its property is rejected, and is not funded while that is in review
 * or its payout is on hold.
 * One that is closed, or whose time has not come, is left alone.
 */
export const closeOffering = defineCommand({
  name: 'investing.closeOffering',
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
  const [found] = await tx
    .select({ at: newestPurchase })
    .from(offerings)
    .where(eq(offerings.propertyId, propertyId));
  return found?.at ? new Date(found.at) : null;
}

async function fund(run: Run, locked: LockedEscrow): Promise<void> {
  const { tx, now, emit } = run;
  const { property, soldShares } = locked;
  await markFunded(tx, property.id, now);
  const proceedsCents = await releaseEscrow(run, locked);
  const payload = { propertyId: property.id, closedAt: now.toISOString() };
  emit({ type: OFFERING_FUNDED, userId: property.ownerId, broadcast: { propertyId: property.id }, payload });
  await notify(run, {
    userId: property.ownerId,
    type: 'property',
    priority: 'high',
    title: 'Offering minimum reached',
    message: `${property.name} sold ${soldShares.toLocaleString('en-US')} shares. ${formatUsdExact(proceedsCents)} went from escrow to your wallet.`,
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
  await markFailed(tx, property.id, { reason, now });
  const payload = { propertyId: property.id };
  emit({ type: OFFERING_FAILED, userId: property.ownerId, broadcast: { propertyId: property.id }, payload });
  await notify(run, {
    userId: property.ownerId,
    type: 'property',
    priority: 'high',
    title: 'Offering failed',
    message: rejected
      ? `${property.name} was rejected in review. Its offering is over, and its investors get everything back.`
      : `${property.name} sold ${soldShares.toLocaleString('en-US')} of at least ${minimumShares.toLocaleString('en-US')} shares. It left the market, and its investors get everything back.`,
    actionUrl: `/property/${property.id}`,
  });
}

/**
 * Pays out what purchases have brought since an offering was funded, while its property is approved and no hold keeps
 * it in escrow. Run again at once, it finds nothing left.
 */
export const releaseProceeds = defineCommand({
  name: 'investing.releaseProceeds',
  input: z.strictObject({ propertyId }),
  access: 'system',
  async run(run, { propertyId }) {
    const { tx, emit } = run;
    const ownerId = await ownerOf(tx, propertyId);
    const locked = await lockEscrow(tx, propertyId, [accounts.userCash(ownerId)]);
    if (!isReleasable(locked)) return { proceedsCents: 0 };
    const proceedsCents = await releaseEscrow(run, locked);
    if (proceedsCents > 0) emit({ type: PROCEEDS_RELEASED, userId: ownerId, payload: { propertyId } });
    return { proceedsCents };
  },
  audit: ({ propertyId }, { proceedsCents }) => ({
    subject: `property:${propertyId}`,
    details: { proceedsCents },
  }),
});
