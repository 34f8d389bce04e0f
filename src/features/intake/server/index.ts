export { calculateValuation } from './calculate-valuation.ts';
export { eraseDrafts } from './erase-drafts.ts';
export { importComparables } from './import-comparables.ts';
export { saveDraft } from './save-draft.ts';
export { submit } from './submit.ts';
