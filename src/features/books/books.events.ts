/** An admin wants the books verified now. */
export const VERIFICATION_REQUESTED = 'books.verificationRequested';
/** The result of a verification is stored. */
export const VERIFIED = 'books.verified';
/** Every bank transfer is to be compared with the payment provider. */
export const COMPARISON_DUE = 'books.comparisonDue';
/** Every bank transfer was compared. */
export const COMPARED = 'books.compared';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    books: typeof import('./books.events.ts');
  }
}
