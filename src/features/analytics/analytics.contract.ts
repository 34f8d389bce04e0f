import { z } from 'zod';
import { propertyStatus } from '#features/properties/properties.contract.ts';
import { defineErrors } from '#kernel/errors.ts';
import {
  basisPoints,
  cents,
  instant,
  pageInput,
  pageOf,
  periodDate,
  propertyId,
  sumOfCents,
} from '#kernel/schemas.ts';

/** Properties that one file of the table may have. */
export const MAX_EXPORTED_PROPERTIES = 200_000;

/** The days that the charts cover, both included; the last twelve months unless they are given. */
export const rangeInput = z
  .strictObject({ from: periodDate.optional(), to: periodDate.optional() })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
    path: ['to'],
    message: 'The end date cannot be before the start date.',
  });

export const monthlyTrend = z.object({
  /** "2026-09". */
  month: z.string(),
  /** Purchases of the month that were not refunded, without fees. */
  equityCents: sumOfCents,
  /** Paid to holders in the month, after fees. */
  distributionsCents: sumOfCents,
});

/** The platform in five figures and two series. */
export const platformFigures = z.object({
  totalPropertiesListed: z.int(),
  totalEquityRaisedCents: sumOfCents,
  /** Weighted by equity raised; null until something is raised. */
  averageYieldBps: basisPoints.nullable(),
  /** People who hold at least one share now. */
  activeInvestorCount: z.int(),
  /** Paid to holders since January 1, after fees. */
  distributionVolumeYtdCents: sumOfCents,
  from: z.iso.date(),
  to: z.iso.date(),
  monthlyTrends: z.array(monthlyTrend),
  /** When the figures were last brought up to date; null before the first time. */
  asOf: instant.nullable(),
});

/** Number of offerings in each stage, each stage within the one before. */
export const offeringFunnel = z.object({
  submitted: z.int(),
  approved: z.int(),
  sold: z.int(),
  funded: z.int(),
  paidOut: z.int(),
});

export const propertyFigures = z.object({
  id: propertyId,
  name: z.string(),
  status: propertyStatus,
  valuationCents: cents,
  equitySoldCents: sumOfCents,
  investorCount: z.int(),
  annualYieldBps: basisPoints,
  totalRaisedCents: sumOfCents,
});
export const propertyFiguresPage = pageOf(propertyFigures);

export const analyticsSort = z.enum([
  'name',
  'status',
  'valuation',
  'equitySold',
  'investors',
  'yield',
  'raised',
]);
const sorting = {
  sort: analyticsSort.default('raised'),
  order: z.enum(['ascending', 'descending']).default('descending'),
};
export const propertyFiguresInput = z.strictObject({ ...sorting, ...pageInput({ max: 100, default: 25 }) });
export const exportPropertiesInput = z.strictObject(sorting);
export const csvFile = z.object({ fileName: z.string(), csv: z.string(), rows: z.int() });

export const analyticsErrors = defineErrors({
  TOO_MANY_PROPERTIES: [
    'refused',
    `An export can include at most ${MAX_EXPORTED_PROPERTIES.toLocaleString('en-US')} properties.`,
  ],
});

export type AnalyticsSort = z.infer<typeof analyticsSort>;
export type OfferingFunnel = z.infer<typeof offeringFunnel>;
export type MonthlyTrend = z.infer<typeof monthlyTrend>;
export type PlatformFigures = z.infer<typeof platformFigures>;
export type PropertyFigures = z.infer<typeof propertyFigures>;
export type AnalyticsFile = z.infer<typeof csvFile>;
