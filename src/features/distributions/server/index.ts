export { MONTH_REPORTED, PAID } from '../distributions.events.ts';
export {
  datesOf,
  distributionIdOf,
  nextPaymentDate,
  quarterOf,
} from '../distributions.rules.ts';
export { approve } from './approve.ts';
export { dueMonths } from './due-months.ts';
export { eraseReportChoices } from './erase-report-choices.ts';
export { payChunk } from './pay-chunk.ts';
export { decidedAmong, type PayoutDue, payoutsDue } from './payouts-due.ts';
export { reportMonth } from './report-month.ts';
export { setReinvestment } from './set-reinvestment.ts';
