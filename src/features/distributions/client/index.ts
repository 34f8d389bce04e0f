export { firstPaymentOf, PAYMENT_DAY_TEXT, paymentAfter } from '../distributions.rules.ts';
export { DistributionsPanel } from './distributions-panel-on-demand.tsx';
export { FinancialsCard } from './financials-card-on-demand.tsx';
export { ReportFilesCard } from './report-files-on-demand.tsx';
