export { affiliatesOf, affiliationOf, otherAccountsOf } from './affiliates.ts';
export { requireImpartial } from './own-review.ts';
export { isOwnerOrAdmin } from './owner-or-admin.ts';
export {
  accountsOf,
  isSamePerson,
  isVerifiedSamePerson,
  samePersonAmong,
  verifiedAmong,
} from './same-person.ts';
