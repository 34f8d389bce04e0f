import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { formatUsdExact, MAX_CENTS } from '#kernel/money.ts';
import {
  cents,
  dateText,
  instant,
  pageInput,
  pageOf,
  personText,
  propertyId,
  requestId,
} from '#kernel/schemas.ts';
import { shareValue, valuationBasis } from './share-value.contract.ts';

export const valuationStatus = z.enum(['pending', 'approved', 'rejected']);

/** The most debt that a valuation may have, as a multiple of its amount; more is a typing error. */
export const MAX_DEBT_MULTIPLE = 10;

export const valuationFields = z.strictObject({
  propertyId,
  effectiveOn: dateText('Date of the valuation is required'),
  amountCents: z
    .int('Enter the amount in dollars and cents.')
    .min(1, 'Enter what the whole property is worth.')
    .max(MAX_CENTS, `At most ${formatUsdExact(MAX_CENTS)}.`),
  /** Mortgage and other debt on the property that day. */
  debtCents: z
    .int('Enter the amount in dollars and cents.')
    .min(0, 'Debt cannot be less than $0.')
    .max(MAX_CENTS, `At most ${formatUsdExact(MAX_CENTS)}.`),
  basis: z.enum(valuationBasis.options, 'Choose what the valuation is based on.'),
  /** A document of the property that shows it. */
  documentId: z.uuid('Choose the document that shows it.'),
  requestId,
});

export const plausibleDebt: [
  (input: { amountCents: number; debtCents: number }) => boolean,
  { path: string[]; message: string },
] = [
  ({ amountCents, debtCents }) => debtCents <= MAX_DEBT_MULTIPLE * amountCents,
  {
    path: ['debtCents'],
    message: `The debt is more than ${MAX_DEBT_MULTIPLE} times the valuation. Check both amounts.`,
  },
];

export const fileValuationInput = valuationFields.refine(...plausibleDebt);

export const approveValuationInput = z.strictObject({ valuationId: z.uuid(), requestId });
export const rejectValuationInput = z.strictObject({
  valuationId: z.uuid(),
  reason: personText(500, 'Give a reason. The owner will see it.'),
  requestId,
});

/** A valuation on record. */
export const valuation = z.object({
  id: z.uuid(),
  propertyId,
  effectiveOn: z.iso.date(),
  amountCents: cents,
  /** Debt that is owed: of the offering's own valuation, less what escrow has repaid so far. */
  debtCents: cents,
  loanToValueBps: z.int(),
  basis: valuationBasis,
  isOffering: z.boolean(),
  perShareCents: cents,
  /**
   * Null for the offering's own of the simple form, which asks for none. Once it is withdrawn, its title is empty for
   * everyone but the owner and admins.
   */
  document: z
    .object({ id: z.uuid(), title: z.string(), mediaType: z.string(), withdrawn: z.boolean() })
    .nullable(),
  filedAt: instant,
  status: valuationStatus,
  decidedAt: instant.nullable(),
  /** Why it was rejected, for the owner and admins. */
  reason: z.string().nullable(),
});

/** A step of the value of a share: from that day on. */
export const valueStep = shareValue.extend({ from: z.iso.date() });

/** Value of a property, with its basis. */
export const propertyValue = z.object({
  propertyId,
  value: shareValue,
  offeringPriceCents: cents,
  valuationCents: cents,
  /** Debt that is owed. The part that the offering repays is included until escrow has repaid it. */
  debtCents: cents,
  /** Part of that debt that the proceeds of the offering repay, before its owner gets anything. */
  repaymentDueCents: cents,
  loanToValueBps: z.int(),
  equityOfferedBps: z.int(),
  totalShares: z.int(),
  /** The newest trade of its shares; it never replaces the value. */
  lastTrade: z.object({ pricePerShareCents: cents, at: instant }).nullable(),
  /** Every change of the value of a share, the oldest first. */
  steps: z.array(valueStep),
  /** The first day that a new valuation may have; null when the viewer cannot file one now. */
  filing: z.object({ from: z.iso.date() }).nullable(),
  /** Why the owner cannot file one yet; null when they can, and for everyone else. */
  filingRefusal: z.string().nullable(),
});

export const valuationsInput = z.strictObject({ propertyId, ...pageInput({ max: 100, default: 20 }) });
export const valuationPage = pageOf(valuation);

/** A valuation as admins review it. */
export const reviewedValuation = valuation.extend({
  propertyName: z.string(),
  ownerName: z.string(),
  ownedByViewer: z.boolean(),
  decidedByName: z.string().nullable(),
  /** Value of a share before and with it: stored once approved. */
  beforeCents: cents,
  afterCents: cents,
  /** Whether it changes the value of a share by so much that trading is halted. */
  isLargeChange: z.boolean(),
});
export const reviewListInput = z.strictObject({
  status: valuationStatus.optional(),
  ...pageInput({ max: 100, default: 20 }),
});
export const reviewPage = pageOf(reviewedValuation);

export const decidedValuation = z.object({
  id: z.uuid(),
  status: valuationStatus,
  beforeCents: cents.nullable(),
  afterCents: cents.nullable(),
  haltedUntil: instant.nullable(),
});

export const valuationErrors = defineErrors({
  VALUATION_NOT_FOUND: ['notFound', 'This valuation does not exist or is not available to you.'],
  NOT_YOURS: ['forbidden', 'Only the owner of this property can file a valuation.'],
  NOT_ON_MARKET: ['refused', 'A valuation can be filed while the property is on the market.'],
  OFFERING_RUNS: [
    'refused',
    'Until the offering succeeds, a share is worth what it costs. File a new valuation afterward.',
  ],
  DATED_AHEAD: ['refused', 'A valuation cannot be dated in the future.'],
  BEFORE_OFFERING: ['refused', 'A valuation cannot be dated before the offering.'],
  DOCUMENT_NOT_OF_PROPERTY: ['refused', 'Choose a document of this property that is not withdrawn.'],
  TOO_MANY_PENDING: [
    'refused',
    'Five valuations of this property are awaiting approval. Wait for a decision first.',
  ],
  ALREADY_DECIDED: ['conflict', 'This valuation has already been decided.'],
  DOCUMENT_WITHDRAWN: ['refused', 'The document of this valuation was withdrawn, so it cannot be approved.'],
  DOCUMENT_INFECTED: [
    'refused',
    'The virus scanner found a threat in this document. Upload a clean copy as a new document, then choose it.',
  ],
  REPAYS_BEYOND_DEBT: ['refused', 'The terms repay more of the mortgage than the debt that is disclosed.'],
  BELOW_SHARE_PRICE: [
    'refused',
    'The shares would be worth less than they cost. The valuation less the remaining debt, times the equity offered, has to cover the price of every share.',
  ],
});

export type ApproveValuationInput = z.output<typeof approveValuationInput>;
export type ValuationStatus = z.infer<typeof valuationStatus>;
export type ValueStep = z.infer<typeof valueStep>;
export type PropertyValue = z.infer<typeof propertyValue>;
export type Valuation = z.infer<typeof valuation>;
export type ReviewedValuation = z.infer<typeof reviewedValuation>;
export type DecidedValuation = z.infer<typeof decidedValuation>;
