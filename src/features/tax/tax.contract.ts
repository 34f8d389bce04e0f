import { z } from 'zod';
import { defineErrors } from '#kernel/errors.ts';
import { formatUsdExact, MAX_CENTS } from '#kernel/money.ts';
import {
  instant,
  pageInput,
  pageOf,
  propertyId,
  requestId,
  signedSumOfCents,
  sumOfCents,
} from '#kernel/schemas.ts';

export const taxYear = z.int('Choose a year.').min(2000, 'Choose 2000 or a later year.').max(2099);

const box = z
  .int('Enter the amount in dollars and cents.')
  .min(0, 'A box cannot be less than $0.')
  .max(MAX_CENTS, `At most ${formatUsdExact(MAX_CENTS)}.`);

const enteredBoxes = {
  ordinaryCents: box,
  qualifiedCents: box,
  capitalGainCents: box,
  returnOfCapitalCents: box,
  section199aCents: box,
};

export const classifyInput = z.strictObject({
  propertyId,
  year: taxYear,
  /** The version that it corrects: the one that was seen, 0 where there is none. */
  replaces: z.int().min(0).max(10_000),
  ...enteredBoxes,
  /** A document of the property that says so. */
  documentId: z.uuid('Choose the supporting document.'),
  requestId,
});

export const boxes = z.object({
  ordinaryCents: sumOfCents,
  qualifiedCents: sumOfCents,
  capitalGainCents: sumOfCents,
  returnOfCapitalCents: sumOfCents,
  section199aCents: sumOfCents,
});

export const classified = z.object({ id: z.uuid(), version: z.int() });

export const classificationVersion = z.object({
  version: z.int(),
  boxes,
  document: z.object({ id: z.uuid(), title: z.string(), withdrawn: z.boolean() }),
  classifiedBy: z.string(),
  classifiedAt: instant,
});

/** A property and year in which cash was distributed. */
export const taxableYear = z.object({
  propertyId,
  propertyName: z.string(),
  year: z.int(),
  cashCents: sumOfCents,
  holders: z.int(),
  /** From when it can be classified. */
  classifiableFrom: instant,
  canBeClassified: z.boolean(),
  /** All versions, the newest first; none before it is classified. */
  versions: z.array(classificationVersion),
});
export const taxableYears = z.object({
  /** Years with distributed cash, the newest first. */
  years: z.array(z.int()),
  /** Every year since the first transfer, the newest first: those that a form's file can be of. */
  exportYears: z.array(z.int()),
  /** The listed year: the requested one, or the newest. */
  year: z.int().nullable(),
  ...pageOf(taxableYear).shape,
});
export const taxableYearsInput = z.strictObject({
  year: taxYear.optional(),
  ...pageInput({ max: 100, default: 20 }),
});

/** A property's cash of one person and year, and its boxes once it is classified. */
export const dividendRow = z.object({
  propertyId,
  propertyName: z.string(),
  cashCents: sumOfCents,
  boxes: boxes.nullable(),
  version: z.int().nullable(),
});

/** A sale as Form 1099-B describes it. */
export const saleRow = z.object({
  id: z.string(),
  propertyName: z.string(),
  /** 1a */
  description: z.string(),
  /** 1b and 1c */
  acquiredDate: instant,
  soldDate: instant,
  /** 1d, 1e, 1f and 1g */
  proceedsCents: sumOfCents,
  basisCents: sumOfCents,
  marketDiscountCents: sumOfCents,
  washSaleCents: sumOfCents,
  /** 2 */
  term: z.enum(['short', 'long']),
  /** 5, 6 and 12 */
  isNoncovered: z.boolean(),
  isGross: z.boolean(),
  isBasisReported: z.boolean(),
});

/** Sales of a year that a screen shows. */
export const MAX_SHOWN_SALES = 200;

export const threshold = z.object({ cents: sumOfCents, source: z.string() });

/** The figures of a year from which a person's forms are made. Nothing of it was filed. */
export const taxFigures = z.object({
  year: z.int(),
  isOver: z.boolean(),
  dividends: z.object({
    rows: z.array(dividendRow),
    cashCents: sumOfCents,
    /** Of classified distributions. */
    boxes,
    /** Cash whose kind is not determined yet. */
    unclassifiedCents: sumOfCents,
    threshold: threshold.nullable(),
  }),
  sales: z.object({
    /** The oldest first; a screen gets the newest of them, and the files of the year have all. */
    rows: z.array(saleRow),
    count: z.int(),
    proceedsCents: sumOfCents,
    basisCents: sumOfCents,
    washSaleCents: sumOfCents,
  }),
  miscellaneous: z.object({
    /** 3, other income: referral rewards, less returned ones. */
    rewardsCents: signedSumOfCents,
    threshold: threshold.nullable(),
    isReported: z.boolean(),
  }),
});
export const taxFiguresInput = z.strictObject({ year: taxYear });

export const taxForm = z.enum(['1099-DIV', '1099-B', '1099-MISC']);

/** The most characters of a template's header. */
export const MAX_TEMPLATE_CHARACTERS = 10_000;
/** The most rows of one answer; the file of more rows comes in parts. */
export const MAX_EXPORTED_ROWS = 50_000;

export const releaseExportInput = z.strictObject({
  form: taxForm,
  year: taxYear,
  /** The first line of the operator's template. */
  template: z
    .string()
    .max(MAX_TEMPLATE_CHARACTERS, `At most ${MAX_TEMPLATE_CHARACTERS} characters.`)
    .refine((text) => text.trim() !== '', 'Paste the header row of the template.'),
  requestId,
});
export const releasedExport = z.object({ id: z.uuid(), expiresAt: instant });
export const exportRelease = z.object({
  id: z.string(),
  form: taxForm,
  year: z.int(),
  columns: z.array(z.string()),
  releasedBy: z.string(),
  releasedAt: instant,
  expiresAt: instant,
  /** Sellers whose sales a wash sale has changed since the release: the file is out of date for them. */
  correctedSellers: z.int(),
});
export const exportListInput = z.strictObject(pageInput({ max: 100, default: 20 }));
export const exportPage = pageOf(exportRelease);
export const downloadExportInput = z.strictObject({
  id: z.uuid(),
  /** The part of the file, counted from 1. */
  part: z.int().min(1).max(10_000).default(1),
});
export const exportFile = z.object({
  fileName: z.string(),
  /** Rows of this part; the header is in the first. */
  csv: z.string(),
  rows: z.int(),
  parts: z.int(),
  /** A hash of the rows of all parts: parts with another one are of figures that changed in between. */
  rowsHash: z.string(),
  /** Amounts in all parts of the file, below the threshold, and of both together by the ledger. */
  fileCents: signedSumOfCents,
  belowThresholdCents: signedSumOfCents,
  ledgerCents: signedSumOfCents,
});

export const taxErrors = defineErrors({
  YEAR_NOT_OVER: ['refused', 'A year can be classified starting January 2 of the following year (UTC).'],
  NOTHING_DISTRIBUTED: ['refused', 'This property distributed nothing in that year.'],
  BOXES_DO_NOT_ADD_UP: ['refused', 'The boxes do not add up to what was distributed.'],
  DOCUMENT_NOT_OF_PROPERTY: [
    'refused',
    'This document does not belong to the property, or it was withdrawn.',
  ],
  CLASSIFIED_MEANWHILE: [
    'conflict',
    'Another classification of this year was approved in the meantime. Review it, and correct it if you need to.',
  ],
  TEMPLATE_UNREADABLE: ['refused', 'This is not a CSV header row. Copy it from the template again.'],
  UNKNOWN_COLUMNS: ['refused', 'The template has columns we do not recognize.'],
  DUPLICATE_COLUMNS: ['refused', 'The template has a column twice. Each column can appear only once.'],
  NOT_CLASSIFIED: ['refused', 'Not everything that was distributed in this year is classified yet.'],
  TOTALS_DIFFER: ['conflict', 'The figures do not add up to the ledger, so there is no file.'],
  EXPORT_NOT_FOUND: ['notFound', 'There is no such file.'],
  EXPORT_EXPIRED: ['conflict', 'This file can no longer be downloaded. Request it again.'],
});

export type TaxForm = z.infer<typeof taxForm>;
export type ClassifyInput = z.infer<typeof classifyInput>;
export type ReleaseExportInput = z.infer<typeof releaseExportInput>;
export type TaxableYear = z.infer<typeof taxableYear>;
export type TaxableYears = z.infer<typeof taxableYears>;
export type ClassificationVersion = z.infer<typeof classificationVersion>;
export type TaxFigures = z.infer<typeof taxFigures>;
export type DividendRow = z.infer<typeof dividendRow>;
export type SaleRow = z.infer<typeof saleRow>;
export type ExportRelease = z.infer<typeof exportRelease>;
