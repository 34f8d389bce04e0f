export { VALUATION_APPROVED } from '../valuations.events.ts';
export { LARGE_CHANGE_TEXT, revaluationsOf, type ValueHistory, valueAt } from '../valuations.rules.ts';
export { approve } from './approve.ts';
export { file } from './file.ts';
export {
  dayOfNextOffering,
  lastOfferingValuation,
  recordOfferingValuation,
} from './record-offering-valuation.ts';
export {
  columnsAs,
  currentValuationCents,
  currentValueOf,
  currentValues,
  perShareCents,
  propertiesOf,
  valueHistories,
  valueHistory,
} from './value-source.ts';
