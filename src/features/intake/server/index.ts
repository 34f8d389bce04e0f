export { calculateValuation } from './calculate-valuation.ts';
export { forgetDrafts } from './forget-drafts.ts';
export { importComparables } from './import-comparables.ts';
export { saveDraft } from './save-draft.ts';
export { submit } from './submit.ts';
