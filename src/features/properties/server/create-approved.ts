import { properties } from '#db/schema/properties.ts';
import { accounts, post } from '#features/ledger/server/index.ts';
import { openOffering, type SubmittedTerms, startOffering } from '#features/offerings/server/index.ts';
import { recordOfferingValuation } from '#features/valuations/server/index.ts';
import type { ValuationBasis } from '#features/valuations/share-value.contract.ts';
import { present } from '#kernel/assert.ts';
import type { BasisPoints, Cents } from '#kernel/money.ts';
import { dayText } from '#kernel/time.ts';
import type { Run } from '#platform/server/commands/run-command.ts';
import type { UserActor } from '#platform/server/security/caller.ts';
import { STATUS_CHANGED } from '../properties.events.ts';
import type { PropertyType } from '../simple-form.contract.ts';
import { addSearchWords } from './property-search.ts';
import { showOwnPhoto } from './request-image.ts';

/** A property as its review leaves it, with the figures that were confirmed. */
interface ReviewedProperty {
  ownerId: string;
  name: string;
  description: string;
  /** City and state: "Austin, TX". */
  location: string;
  streetAddress: string;
  zipCode: string;
  /** In degrees; null for a property that is on no map. */
  latitude: number | null;
  longitude: number | null;
  propertyType: PropertyType;
  subtype: string | null;
  pricePerShareCents: Cents;
  totalShares: number;
  annualYieldBps: BasisPoints;
  /** Net income of a year. */
  confirmedIncomeCents: Cents;
  /** Of the whole property, of which the shares may be a part. */
  valuationCents: Cents;
  basis: ValuationBasis;
  /** The day of the valuation's document: "2026-09-01". */
  valuedOn: string;
  /** Files the document of the valuation about the new property, and returns its id. */
  fileValuation: (propertyId: number) => Promise<string>;
  /** The part of the property that its shares are. */
  equityOfferedBps: BasisPoints;
  /** Mortgage and other debt on the property, and the part of it that the proceeds repay before the owner is paid. */
  mortgageCents: Cents;
  repaymentCents: Cents;
  terms: SubmittedTerms;
  /** A photo that the owner uploaded, by its stored file; its copy becomes the picture. */
  photoFileId: string | null;
}

/**
 * Creates a property that is on the market immediately, in the transaction of the command that approves what its owner
 * submitted: its shares are issued and available, its offering begins, and its first valuation is recorded. The caller
 * notifies the owner.
 * @throws REPAYMENT_TOO_HIGH, REPAYS_BEYOND_DEBT, BELOW_SHARE_PRICE
 */
export async function createApproved(
  run: Run<UserActor>,
  {
    terms,
    photoFileId,
    mortgageCents,
    repaymentCents,
    basis,
    valuedOn,
    fileValuation,
    ...columns
  }: ReviewedProperty,
): Promise<{ id: number }> {
  const { tx, now, emit } = run;
  const today = dayText(now);
  const [row] = await tx
    .insert(properties)
    .values({ ...columns, status: 'approved', approvedAt: now, createdAt: now, updatedAt: now })
    .returning();
  const property = present(row, 'the new property');
  const { id, totalShares, ownerId } = property;
  await openOffering(tx, property, { ...terms, mortgageRepaymentCents: repaymentCents }, now);
  await post(tx, run, [
    {
      code: 'shares_issued',
      debit: accounts.propertyIssued(id),
      credit: accounts.propertyAvailable(id),
      amount: totalShares,
    },
  ]);
  await recordOfferingValuation(run, {
    propertyId: id,
    // Dates are ahead of UTC by up to a day.
    effectiveOn: valuedOn < today ? valuedOn : today,
    amountCents: columns.valuationCents,
    debtCents: mortgageCents,
    basis,
    documentId: await fileValuation(id),
  });
  await startOffering(tx, { propertyId: id, soldShares: 0, shownTerms: undefined, now });
  await addSearchWords(tx, property.searchText);
  if (photoFileId !== null) await showOwnPhoto(run, id, photoFileId);
  emit(STATUS_CHANGED, {
    userId: ownerId,
    broadcast: { propertyId: id, audience: 'everyone' },
    payload: { propertyId: id, status: 'approved', reason: null, at: now.toISOString() },
  });
  return { id };
}
