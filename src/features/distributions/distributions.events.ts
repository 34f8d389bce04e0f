/** An owner reported a month, or corrected one. */
export const MONTH_REPORTED = 'distributions.monthReported';
/** An owner changed the entries of a month that is not reported yet. */
export const DRAFT_SAVED = 'distributions.draftSaved';
/** A month was reported for the first time after its due date; its holders are notified. */
export const MONTH_REPORTED_LATE = 'distributions.monthReportedLate';
/** A quarter's statement was prepared and awaits approval. */
export const STATEMENT_PREPARED = 'distributions.statementPrepared';
/** An admin approved a statement: its payouts are frozen and their money is set aside. */
export const APPROVED = 'distributions.approved';
/** An admin returned a statement to the owner for correction. */
export const STATEMENT_RETURNED = 'distributions.statementReturned';
/** A chunk of holders was paid, some of whom may want to buy more shares with it. */
export const CHUNK_PAID = 'distributions.chunkPaid';
/** All holders of a statement were paid. */
export const PAID = 'distributions.paid';
/** A holder was paid and notified. */
export const RECEIVED = 'distributions.received';
/** A holder turned reinvestment of the distributions of a holding on or off. */
export const REINVESTMENT_CHOSEN = 'distributions.reinvestmentChosen';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    distributions: typeof import('./distributions.events.ts');
  }
}
