export { taxSummaries, taxSummaryPdf } from './tax-summary.ts';
