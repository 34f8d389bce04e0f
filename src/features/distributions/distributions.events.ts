import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';
import { propertyId } from '#kernel/schemas.ts';
import { distributionId } from './distributions.contract.ts';

/** An owner reported a month, or corrected one. */
export const MONTH_REPORTED = defineEvent(
  'distributions.monthReported',
  z.object({ distributionId, month: z.string() }),
);
/** An owner changed the entries of a month that is not reported yet. */
export const DRAFT_SAVED = defineEvent(
  'distributions.draftSaved',
  z.object({ propertyId, month: z.string() }),
);
/** A month was reported for the first time after its due date; its holders are notified. */
export const MONTH_REPORTED_LATE = defineEvent(
  'distributions.monthReportedLate',
  z.object({ propertyId, month: z.string() }),
);
/** A quarter's statement was prepared and awaits approval. */
export const STATEMENT_PREPARED = defineEvent(
  'distributions.statementPrepared',
  z.object({ distributionId }),
);
/** An admin approved a statement: its payouts are fixed and their money is set aside. */
export const APPROVED = defineEvent('distributions.approved', z.object({ distributionId }));
/** An admin returned a statement to the owner for correction. */
export const STATEMENT_RETURNED = defineEvent(
  'distributions.statementReturned',
  z.object({ distributionId }),
);
/** A chunk of holders was paid, some of whom may want to buy more shares with it. */
export const CHUNK_PAID = defineEvent(
  'distributions.chunkPaid',
  z.object({ distributionId, after: z.int(), through: z.int() }),
);
/** All holders of a statement were paid. */
export const PAID = defineEvent('distributions.paid', z.object({ distributionId }));
/** A holder was paid and notified. */
export const RECEIVED = defineEvent('distributions.received', z.object({ distributionId }));
/** A holder turned reinvestment of the distributions of a holding on or off. */
export const REINVESTMENT_CHOSEN = defineEvent(
  'distributions.reinvestmentChosen',
  z.object({ propertyId, reinvest: z.boolean() }),
);

declare module '#kernel/events.ts' {
  interface SliceEvents {
    distributions: typeof import('./distributions.events.ts');
  }
}
