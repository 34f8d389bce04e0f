/** An owner submitted a property with its documents. */
export const SUBMISSION_FILED = 'submissions.filed';
/** Something that a reviewer decides by was changed. */
export const SUBMISSION_CHANGED = 'submissions.changed';
/** A document was added, dated or removed before its form was submitted. */
export const DOCUMENTS_CHANGED = 'submissions.documentsChanged';
/** A reviewer asked the owner something. */
export const QUESTION_ASKED = 'submissions.questionAsked';
/** A reviewer contacted the owner of a wizard's submission. */
export const OWNER_CONTACTED = 'submissions.ownerContacted';
/** The owner answered. */
export const QUESTION_ANSWERED = 'submissions.questionAnswered';
/** A reviewer approved or rejected a submission. */
export const SUBMISSION_DECIDED = 'submissions.decided';

declare module '#kernel/events.ts' {
  interface SliceEvents {
    submissions: typeof import('./submissions.events.ts');
  }
}
