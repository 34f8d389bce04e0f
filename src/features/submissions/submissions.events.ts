import { z } from 'zod';
import { defineEvent } from '#kernel/events.ts';

/** An owner submitted a property with its documents. */
export const SUBMISSION_FILED = defineEvent('submissions.filed', z.object({ submissionId: z.string() }));
/** Something that a reviewer decides by was changed. */
export const SUBMISSION_CHANGED = defineEvent('submissions.changed', z.object({ submissionId: z.string() }));
/** A document was added, dated or removed before its form was submitted. */
export const DOCUMENTS_CHANGED = defineEvent(
  'submissions.documentsChanged',
  z.object({ documentId: z.string() }),
);
/** A reviewer asked the owner something. */
export const QUESTION_ASKED = defineEvent(
  'submissions.questionAsked',
  z.object({ submissionId: z.string(), messageId: z.string() }),
);
/** A reviewer contacted the owner of a wizard's submission. */
export const OWNER_CONTACTED = defineEvent(
  'submissions.ownerContacted',
  z.object({ submissionId: z.string() }),
);
/** The owner answered. */
export const QUESTION_ANSWERED = defineEvent(
  'submissions.questionAnswered',
  z.object({ submissionId: z.string(), messageId: z.string() }),
);
/** A reviewer approved or rejected a submission. */
export const SUBMISSION_DECIDED = defineEvent(
  'submissions.decided',
  z.object({ submissionId: z.string(), status: z.string() }),
);

declare module '#kernel/events.ts' {
  interface SliceEvents {
    submissions: typeof import('./submissions.events.ts');
  }
}
