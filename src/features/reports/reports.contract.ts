import { z } from 'zod';
import {
  monthlyStatement,
  statementFigures,
  statementMonth,
} from '#features/statements/statements.contract.ts';
import { defineErrors } from '#kernel/errors.ts';
import { instant, signedSumOfCents, sumOfCents } from '#kernel/schemas.ts';

/** "all", "2026", "2026-Q3" or "2026-07". */
const spanId = z.string().regex(/^(all|20\d\d(-(Q[1-4]|0[1-9]|1[0-2]))?)$/, 'There is no such period.');

/** A year, and one of its quarters or all of it. */
export const reportPeriod = z.strictObject({
  year: z.int().min(2000).max(2099).optional(),
  quarter: z.int().min(1).max(4).optional(),
  /** One of its compared periods, of which returns by property and market are shown; without it, all of it. */
  span: spanId.optional(),
});

/** A rate in basis points, or why there is none. */
const rate = z.union([
  z.object({ bps: z.int(), reason: z.null() }),
  z.object({ bps: z.null(), reason: z.string() }),
]);

export const performanceFigures = z.object({
  /** The value at the start and the cost of later purchases, with fees. */
  totalInvestmentCents: sumOfCents,
  /** The value at the end. */
  currentValueCents: sumOfCents,
  /** Distributions as they were paid. */
  totalIncomeCents: sumOfCents,
  /** Changes of value, with gains and losses from buying and selling at other prices. */
  priceChangeCents: signedSumOfCents,
  /** Processing fees of purchases, less those that came back with a purchase of an earlier period. */
  feesCents: signedSumOfCents,
  /** Income and price change less fees. */
  totalReturnCents: signedSumOfCents,
  /** Of the total investment. */
  totalReturnRate: rate,
  /** By the yield that was expected at approval. */
  expectedIncomeCents: sumOfCents,
  /** Of the period, and for a year. */
  timeWeighted: rate,
  timeWeightedYearly: rate,
  moneyWeighted: rate,
  moneyWeightedYearly: rate,
});

/** Figures of a period, of a property or of a place. */
export const performanceMetric = performanceFigures.extend({ id: z.string(), label: z.string() });

export const capitalGain = z.object({
  id: z.string(),
  /** A sale, or returned capital beyond the cost basis. */
  kind: z.enum(['sale', 'return_of_capital']),
  propertyId: z.int(),
  propertyName: z.string(),
  sharesSold: z.int(),
  acquiredDate: instant,
  saleDate: instant,
  salePriceCents: sumOfCents,
  /** The cost basis, with losses that were moved to it. */
  purchasePriceCents: sumOfCents,
  disallowedCents: sumOfCents,
  gainLossCents: signedSumOfCents,
  /** Of the cost basis; null when that is nothing. */
  gainLossBps: z.int().nullable(),
  term: z.enum(['short', 'long']),
});

export const capitalGains = z.object({
  /** The newest; the file of a period has all of them. */
  items: z.array(capitalGain),
  count: z.int(),
  shortCents: signedSumOfCents,
  longCents: signedSumOfCents,
  disallowedCents: sumOfCents,
  totalCents: signedSumOfCents,
});

/** Gains of a period that the screen shows. */
export const MAX_SHOWN_GAINS = 200;

/** Years and quarters that have something to report, the newest first. */
export const reportPeriods = z.array(z.object({ year: z.int(), quarters: z.array(z.int()) }));

/** Everything that the screen shows of a year or a quarter. */
export const report = z.object({
  periods: reportPeriods,
  /** Period shown: the chosen year, or the newest one. */
  year: z.int(),
  quarter: z.int().nullable(),
  periodLabel: z.string(),
  statements: z.array(monthlyStatement),
  performance: z.object({
    byPeriod: z.array(performanceMetric),
    /** The period of the figures by property and by market: one of those above. */
    span: z.object({ id: spanId, label: z.string() }),
    byProperty: z.array(performanceMetric),
    byMarket: z.array(performanceMetric),
  }),
  capitalGains,
  /** The year is closed: its tax summary is the one of the document center. */
  taxSummaryIsFinal: z.boolean(),
  cards: z.object({
    incomeCents: sumOfCents,
    capitalGainsCents: signedSumOfCents,
    totalReturnRate: rate,
    portfolioValueCents: sumOfCents,
    /** The moment of that value: now, or the end of a period that is over. */
    valuedAt: instant,
  }),
});

export const reportFileKind = z.enum(['statements', 'performance', 'capital_gains', 'tax_summary']);
export const reportFileInput = reportPeriod.extend({
  kind: reportFileKind,
  format: z.enum(['csv', 'pdf']),
});
export const statementInput = z.strictObject({ month: statementMonth });
export const statementFileInput = statementInput.extend({ format: z.enum(['csv', 'pdf']).default('pdf') });

/** A statement with every holding and movement of its month. */
export const statementDetail = z.object({ figures: statementFigures, view: monthlyStatement });

/** A file to save: its bytes in base64. */
export const reportFile = z.object({
  name: z.string(),
  mime: z.enum(['text/csv', 'application/pdf']),
  content: z.string(),
});

export const reportErrors = defineErrors({
  SUMMARY_NOT_FOUND: ['notFound', 'There is no such tax summary.'],
});

export type ReportPeriod = z.infer<typeof reportPeriod>;
export type PerformanceFigures = z.infer<typeof performanceFigures>;
export type PerformanceMetric = z.infer<typeof performanceMetric>;
export type CapitalGainRow = z.infer<typeof capitalGain>;
export type CapitalGains = z.infer<typeof capitalGains>;
export type StatementDetail = z.infer<typeof statementDetail>;
export type Report = z.infer<typeof report>;
export type ReportFileKind = z.infer<typeof reportFileKind>;
export type ReportFile = z.infer<typeof reportFile>;
