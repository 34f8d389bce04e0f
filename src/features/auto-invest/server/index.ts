export { eraseAutoInvest } from './erase-auto-invest.ts';
export { planRun } from './plan-run.ts';
export { saveSettings } from './save-settings.ts';
