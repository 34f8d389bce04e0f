export { VALUATION_APPROVED } from '../valuations.events.ts';
export { SHARE_VALUE_NOTE, type ValueHistory, valueAt } from '../valuations.rules.ts';
export { approve } from './approve.ts';
export { file } from './file.ts';
export {
  lastOfferingValuation,
  type OfferingValuation,
  recordOfferingValuation,
} from './record-offering-valuation.ts';
export { reject } from './reject.ts';
export {
  type CurrentValue,
  columnsAs,
  currentValuationCents,
  currentValueOf,
  currentValues,
  perShareCents,
  propertiesOf,
  type StoredHistory,
  valueHistories,
  valueHistory,
} from './value-source.ts';
