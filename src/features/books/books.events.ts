import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** An admin wants the books verified now. */
export const VERIFICATION_REQUESTED = defineEvent(
  'books.verificationRequested',
  z.object({ requestedBy: z.string() }),
);
/** The result of a verification is stored. */
export const VERIFIED = defineEvent('books.verified', z.object({ id: z.string() }));
/** Every bank transfer is to be compared with the payment provider. */
export const COMPARISON_DUE = defineEvent('books.comparisonDue');
/** Every bank transfer was compared. */
export const COMPARED = defineEvent('books.compared', z.object({ verificationId: z.string() }));

declare module '#kernel/events.ts' {
  interface SliceEvents {
    books: typeof import('./books.events.ts');
  }
}
