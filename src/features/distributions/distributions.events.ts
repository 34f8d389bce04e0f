/** An owner reported a month, or corrected one. */
export const MONTH_REPORTED = 'distributions.monthReported';
/** A month was reported for the first time after its due date; its holders are told. */
export const MONTH_REPORTED_LATE = 'distributions.monthReportedLate';
/** A quarter's statement was drawn and waits for approval. */
export const STATEMENT_DRAWN = 'distributions.statementDrawn';
/** An admin approved a statement: its payouts are frozen and their money is set aside. */
export const APPROVED = 'distributions.approved';
/** An admin sent a statement back to the owner. */
export const SENT_BACK = 'distributions.sentBack';
/** A chunk of holders was paid, some of whom may want to buy more shares with it. */
export const CHUNK_PAID = 'distributions.chunkPaid';
/** All holders of a statement were paid. */
export const PAID = 'distributions.paid';
/** A holder was paid, and is told so. */
export const RECEIVED = 'distributions.received';
/** A holder chose what is done with the distributions of a holding. */
export const REINVESTMENT_CHOSEN = 'distributions.reinvestmentChosen';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    distributions: typeof import('./distributions.events.ts');
  }
}
