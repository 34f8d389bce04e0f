export { affiliatesOf, affiliationOf, otherAccountsOf } from './affiliates.ts';
export { refuseOwnReview } from './own-review.ts';
export { isSamePerson, samePersonAmong } from './same-person.ts';
