export { affiliatesOf, affiliationOf, otherAccountsOf } from './affiliates.ts';
export { requireImpartial } from './own-review.ts';
export { accountsOf, isSamePerson, samePersonAmong, verifiedAmong } from './same-person.ts';
