export { type TaxSummary, taxSummaries, taxSummaryPdf } from './tax-summary.ts';
