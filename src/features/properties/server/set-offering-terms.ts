import { eq } from 'drizzle-orm';
import { properties } from '#db/schema/properties.ts';
import { accounts, lockBalances } from '#features/ledger/server/index.ts';
import { DomainError } from '#kernel/errors.ts';
import { defineCommand } from '#platform/server/run-command.ts';
import { refuseTerms } from '../offerings.rules.ts';
import { type OfferingView, propertyErrors, setOfferingTermsInput } from '../properties.contract.ts';
import { OFFERING_TERMS_SET } from '../properties.events.ts';
import { lockOffering, offeringViewOf, setTerms } from './offerings.ts';

/**
 * Sets the terms of an offering of which nothing is sold: its minimum and its days, counted from now when it is on the
 * market. The balance of its available shares is locked first, so that nobody buys on terms that are being changed.
 * @throws PROPERTY_NOT_FOUND, OFFERING_CLOSED, OFFERING_HAS_PURCHASES, MINIMUM_TOO_HIGH
 */
export const setOfferingTerms = defineCommand({
  name: 'properties.setOfferingTerms',
  input: setOfferingTermsInput,
  access: 'admin',
  async run({ tx, now, emit }, { id, minimumShares, fundingDays }): Promise<OfferingView> {
    const available = accounts.propertyAvailable(id);
    const balances = await lockBalances(tx, [available]);
    const [property] = await tx.select().from(properties).where(eq(properties.id, id)).for('share');
    if (!property) throw new DomainError(propertyErrors.PROPERTY_NOT_FOUND);
    const before = await lockOffering(tx, id);
    const availableShares = balances.get(available.id) ?? 0;
    const { totalShares } = property;
    const soldShares = totalShares - availableShares;
    const refusal = refuseTerms({ status: before.status, soldShares, totalShares, minimumShares });
    if (refusal) throw new DomainError(refusal);
    const startsAt = property.status === 'approved' ? now : null;
    await setTerms(tx, { propertyId: id, minimumShares, fundingDays }, startsAt, now);
    emit({ type: OFFERING_TERMS_SET, userId: property.ownerId, propertyId: id, payload: { propertyId: id } });
    return offeringViewOf(await lockOffering(tx, id), { ...property, availableShares }, null);
  },
  audit: ({ id, minimumShares, fundingDays }) => ({
    subject: `property:${id}`,
    details: { minimumShares, fundingDays },
  }),
});
