export { forgetAutoInvest } from './forget-settings.ts';
export { planRun } from './plan-run.ts';
export { saveSettings } from './save-settings.ts';
