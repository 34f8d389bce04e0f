export { CODE_COOKIE_DAYS, canonicalCode } from '../referrals.rules.ts';
export { eraseCode } from './erase-code.ts';
export { fundPromotions } from './fund-promotions.ts';
export { invitations } from './invitations.ts';
export { makeCode } from './make-code.ts';
export { recordReferral } from './record-referral.ts';
