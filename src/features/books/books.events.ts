/** An admin wants the books verified now. */
export const VERIFICATION_REQUESTED = 'books.verificationRequested';
/** The result of a verification is stored. */
export const VERIFIED = 'books.verified';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    books: typeof import('./books.events.ts');
  }
}
