export { ACCOUNT_FROZEN } from '../back-office.events.ts';
