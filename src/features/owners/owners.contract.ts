import { z } from 'zod';
import { month } from '#features/distributions/distributions.contract.ts';
import { offeringView } from '#features/offerings/offerings.contract.ts';
import { capRateBasis } from '#features/properties/properties.contract.ts';
import {
  cents,
  instant,
  lineText,
  pageInput,
  pageOf,
  propertyId,
  signedSumOfCents,
  sumOfCents,
} from '#kernel/schemas.ts';

/** Status of a property as its owner sees it: approved is Active until every share is sold. */
export const ownedStatus = z.enum(['Active', 'Pending', 'Fully Funded', 'Rejected']);

/** The states that the list can be narrowed to; a rejected property is in the whole list. */
export const statusFilter = z.enum(['Active', 'Pending', 'Fully Funded']);

export const ownedSort = z.enum([
  'name',
  'valuation',
  'equitySold',
  'monthlyYield',
  'lastMonthIncome',
  'capRate',
  'monthsDue',
]);

/** One property of an owner, as the dashboard lists it. */
export const ownedProperty = z.object({
  id: propertyId,
  name: z.string(),
  location: z.string(),
  status: ownedStatus,
  /** Why it was rejected, or sent back to review. */
  statusReason: z.string().nullable(),
  totalValuationCents: cents,
  equityOfferedCents: cents,
  equitySoldCents: cents,
  /** Valuation × annual yield / 12: the income that a month is expected to bring. */
  monthlyYieldCents: cents,
  /** Net operating income of the last month that is over; null when it is not reported. */
  lastMonthIncomeCents: signedSumOfCents.nullable(),
  /** Negative when more was spent than earned. */
  capRateBps: z.int(),
  investorCount: z.int(),
  /** Months that are over and not reported. */
  monthsDue: z.int(),
  /** Money that is paid in and not paid out yet: in the rent account, or approved for payment. */
  heldCents: sumOfCents,
  /** The monthly yield of each month that is due, once the offering is funded. */
  expectedCents: sumOfCents,
  openVotes: z.int(),
});
export const ownedPropertyPage = pageOf(ownedProperty);

export const ownedPropertiesInput = z.strictObject({
  status: statusFilter.optional(),
  /** Part of the name or the location. */
  q: lineText(100).optional(),
  sort: ownedSort.default('name'),
  order: z.enum(['ascending', 'descending']).default('ascending'),
  ...pageInput({ max: 100, default: 25 }),
});

/** The figures above the list, over all properties of the caller. */
export const ownerPortfolio = z.object({
  /** Shares sold and not refunded, at their offering price. */
  totalEquityRaisedCents: sumOfCents,
  /** People who hold at least one share of any of the properties now. */
  numberOfInvestors: z.int(),
  /** Unsold shares of the properties on the market, at their offering price. */
  equityRemainingCents: sumOfCents,
  /** The sum of two: money held for distributions not paid yet, and money expected for months that are due. */
  monthlyDistributionsOwedCents: sumOfCents,
  heldCents: sumOfCents,
  expectedCents: sumOfCents,
  monthsDue: z.int(),
  /** The last month that is over. */
  lastMonth: month,
  counts: z.object({
    all: z.int(),
    Active: z.int(),
    Pending: z.int(),
    'Fully Funded': z.int(),
    Rejected: z.int(),
  }),
  /** Submissions with documents that wait for review, the most urgent first. */
  submissionsInReview: z.array(z.object({ submissionId: z.uuid(), name: z.string() })),
  /** Questions of reviewers that wait for an answer, the oldest first; at most 20. */
  questions: z.array(
    z.object({ submissionId: z.uuid(), name: z.string(), question: z.string(), askedAt: instant }),
  ),
});

/** One property of an owner with everything that waits for someone. */
export const ownedPropertyDetail = ownedProperty.extend({
  pricePerShareCents: cents,
  totalShares: z.int(),
  availableShares: z.int(),
  annualYieldBps: z.int(),
  capRateBasis,
  lastMonth: month,
  offering: offeringView,
  dueMonths: z.array(month),
  /** Rent that is paid in and not distributed yet. */
  rentAccountCents: sumOfCents,
  /** Approved distributions that are not paid yet. */
  payableCents: sumOfCents,
  votes: z.array(z.object({ id: z.uuid(), title: z.string(), deadline: instant })),
});

export const ownedPropertyInput = z.strictObject({ id: propertyId });

export type OwnedStatus = z.infer<typeof ownedStatus>;
export type StatusFilter = z.infer<typeof statusFilter>;
export type OwnedSort = z.infer<typeof ownedSort>;
export type OwnedProperty = z.infer<typeof ownedProperty>;
export type OwnedPropertyDetail = z.infer<typeof ownedPropertyDetail>;
export type OwnerPortfolio = z.infer<typeof ownerPortfolio>;
