export { classify } from './classify.ts';
export { type TaxChange, type TaxEdition, taxEditionsOf } from './editions.ts';
export { taxFiguresOf } from './figures.ts';
export { eraseRecipient, retainRecipient, wasPaidReportably } from './recipients.ts';
export { taxableYears } from './tax.queries.ts';
