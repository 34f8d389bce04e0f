export { affiliatesOf, affiliationOf, otherAccountsOf } from './affiliates.ts';
export { isOwnerOrAdmin } from './owner-or-admin.ts';
export { requireImpartial } from './require-impartial.ts';
export {
  accountsOf,
  haveSameTaxNumber,
  isSamePerson,
  isVerifiedSamePerson,
  samePersonAmong,
  verifiedAmong,
} from './same-person.ts';
