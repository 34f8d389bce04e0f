export { approvals } from './admit-execution.ts';
export { recordSetting } from './record-setting.ts';
