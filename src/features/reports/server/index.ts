export { taxSummaryPdf } from './tax-summary.ts';
