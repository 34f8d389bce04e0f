export { affiliatesOf, affiliationOf, otherAccountsOf } from './affiliates.ts';
export { refuseOwnReview } from './own-review.ts';
export { isSamePerson, samePersonAmong, verifiedAmong } from './same-person.ts';
