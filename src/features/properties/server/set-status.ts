import { eq } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { accounts, lockBalances } from '#features/ledger/server/index.ts';
import { type NewNotification, notify } from '#features/notifications/server/index.ts';
import { offeringViewOfProperty, startOffering } from '#features/offerings/server/index.ts';
import { requireImpartial, verifiedAmong } from '#features/ownership/server/index.ts';
import {
  dayOfNextOffering,
  lastOfferingValuation,
  recordOfferingValuation,
} from '#features/valuations/server/index.ts';
import { present } from '#kernel/assert.ts';
import { DomainError } from '#kernel/errors.ts';
import { dayText } from '#kernel/time.ts';
import { defineCommand, type Run } from '#platform/server/commands/run-command.ts';
import { typed } from '#platform/server/commands/typed-text.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { refuseYield } from '../confirmed-yield.rules.ts';
import { type PropertyStatus, propertyErrors } from '../properties.contract.ts';
import { STATUS_CHANGED } from '../properties.events.ts';
import { isStatusChangeAllowed } from '../properties.rules.ts';
import { setPropertyStatusInput } from '../review.contract.ts';
import { entityOf } from './properties.views.ts';
import { addSearchWords } from './property-search.ts';
import { correctedOf, currentSimpleFormVersionNumber, hasEarlierBids } from './simple-form-versions.ts';

/** Notification of the owner, before the reason; sent even with notifications switched off. */
function newsOf(
  name: string,
  { from, to, wasOnMarket }: { from: PropertyStatus; to: PropertyStatus; wasOnMarket: boolean },
): Pick<NewNotification, 'priority' | 'title' | 'message'> {
  if (to === 'approved') {
    const message = `${name} is on the market: investors can buy its shares.`;
    return { priority: 'high', title: 'Property approved', message };
  }
  if (to === 'rejected' && wasOnMarket) {
    const message = `${name} is off the market. Money in escrow is refunded to its investors; they keep all other shares.`;
    return { priority: 'high', title: 'Property rejected', message };
  }
  if (to === 'rejected') {
    const message = `${name} will not go on the market. You can correct it and submit it again.`;
    return { priority: 'high', title: 'Property not approved', message };
  }
  const message =
    from === 'approved'
      ? `${name} left the market until it is approved again. Its investors keep their shares, and money in escrow stays there.`
      : `${name} is in review again.`;
  return { priority: 'medium', title: 'Property back in review', message };
}

/**
 * Approves, rejects or resets a property, and notifies its owner. The balance of its available shares is locked first,
 * as purchases do, so that no purchase slips past a reset. Approval starts the clock of the offering and puts the owner's
 * correction where everyone sees it. A property whose offering continues has its first approval date, so that its months
 * of rent are reported without a gap.
 * @throws PROPERTY_NOT_FOUND, OWN_PROPERTY, SUBMITTED_AGAIN, STATUS_UNCHANGED, STATUS_NOT_ALLOWED, OWNER_NOT_VERIFIED,
 * YIELD_NOT_SUPPORTED, EARLIER_BIDS_OPEN, TERMS_CHANGED, REFUNDS_RUNNING, BELOW_SHARE_PRICE
 */
export const setStatus = defineCommand({
  name: 'properties.setStatus',
  input: setPropertyStatusInput,
  access: 'admin',
  needsApproval: false,
  async run(run, { id, status, reason, submissionNumber, shownTerms }) {
    const { tx, actor, now, config, emit } = run;
    const available = accounts.propertyAvailable(id);
    const balances = await lockBalances(tx, [available]);
    const [before] = await tx.select().from(properties).where(eq(properties.id, id)).for('no key update');
    if (!before) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
    await requireImpartial(tx, actor, before);
    if (
      submissionNumber !== undefined &&
      submissionNumber !== (await currentSimpleFormVersionNumber(tx, id))
    ) {
      throw new DomainError(propertyErrors.SUBMITTED_AGAIN);
    }
    if (before.status === status) throw new DomainError(propertyErrors.STATUS_UNCHANGED);
    if (!isStatusChangeAllowed(before.status, status))
      throw new DomainError(propertyErrors.STATUS_NOT_ALLOWED);
    const availableShares = balances.get(available.id) ?? 0;
    const submitted = correctedOf(before);
    let { approvedAt } = before;
    if (status === 'approved') {
      if (config.investing.requiresKyc && (await verifiedAmong(tx, [before.ownerId])).size === 0)
        throw new DomainError(propertyErrors.OWNER_NOT_VERIFIED);
      requireSupportedYield(submitted);
      if (await hasEarlierBids(tx, id)) throw new DomainError(propertyErrors.EARLIER_BIDS_OPEN);
      const soldShares = before.totalShares - availableShares;
      const begins = await startOffering(tx, { propertyId: id, soldShares, shownTerms, now });
      if (begins || approvedAt === null) approvedAt = now;
      await valueOffering(run, before, begins);
    }
    const [after] = await tx
      .update(properties)
      .set({
        ...(status === 'approved' && { ...before.correction, correction: null }),
        status,
        statusReason: reason || null,
        approvedAt,
        rejectedAt: status === 'rejected' ? now : null,
        updatedAt: now,
      })
      .where(eq(properties.id, id))
      .returning();
    const changed = present(after, 'the changed property');
    if (status === 'approved') await addSearchWords(tx, changed.searchText);
    const payload = { propertyId: id, status, reason: reason || null, at: now.toISOString() };
    // Everyone could see a property that leaves the market, so their screens have to refresh as well.
    const audience = before.status === 'approved' || status === 'approved' ? 'everyone' : 'viewers';
    emit(STATUS_CHANGED, { userId: before.ownerId, broadcast: { propertyId: id, audience }, payload });
    const news = newsOf(submitted.name, {
      from: before.status,
      to: status,
      wasOnMarket: before.approvedAt !== null,
    });
    await notify(run, {
      userId: before.ownerId,
      type: 'property',
      ...news,
      message: reason ? `${news.message} Reason: ${reason}` : news.message,
      actionUrl: status === 'rejected' ? `/submit-property/${id}` : `/property/${id}`,
      always: true,
    });
    const property = correctedOf(changed);
    const offering = await offeringViewOfProperty(tx, { ...property, availableShares });
    return { ...entityOf({ property, availableShares }), offering };
  },
  audit: ({ id, status, reason }) => ({
    subject: `property:${id}`,
    details: { status, reason: typed(reason) },
  }),
});

/** @throws YIELD_NOT_SUPPORTED where the yield of the owner's form does not agree with the income that was confirmed */
function requireSupportedYield(property: typeof properties.$inferSelect): void {
  const { confirmedIncomeCents: netIncomeCents, valuationCents, annualYieldBps } = property;
  if (netIncomeCents === null) return;
  const unsupported = refuseYield(
    { netIncomeCents, valuationCents },
    annualYieldBps,
    (range) => `Reject the property, so that its owner enters a yield ${range}.`,
  );
  if (unsupported !== null)
    throw new DomainError(propertyErrors.YIELD_NOT_SUPPORTED, { message: unsupported });
}

/**
 * Records what the property is worth by its offering, where it begins or has other terms than the last one. The simple
 * form asks for price and shares only: together they are the whole property, without debt.
 */
async function valueOffering(
  run: Run<UserActor>,
  property: typeof properties.$inferSelect,
  begins: boolean,
): Promise<void> {
  const { id: propertyId, valuationCents: amountCents } = property;
  const last = await lastOfferingValuation(run.tx, propertyId);
  if (last && !begins && last.amountCents === amountCents) return;
  const { basis = 'purchase', debtCents = 0, documentId = null } = last ?? {};
  const effectiveOn = last
    ? await dayOfNextOffering(run.tx, last, { amountCents, now: run.now })
    : dayText(run.now);
  await recordOfferingValuation(run, { propertyId, effectiveOn, amountCents, debtCents, basis, documentId });
}
