import { defineCommand } from '#platform/server/commands/run-command.ts';
import { submitInput } from '../submissions.contract.ts';
import { fileSubmission } from './file-submission.ts';

/**
 * Submits a property by the quick submit. Idempotent by `requestId`.
 * @throws the errors of `fileSubmission`
 */
export const submit = defineCommand({
  name: 'submissions.submit',
  input: submitInput,
  access: 'signedIn',
  run: (run, { requestId: _, ...fields }) => fileSubmission(run, { ...fields, wayIn: 'quick' }),
  audit: ({ earlierId, documentIds }, { id }) => ({
    subject: `submission:${id}`,
    details: { wayIn: 'quick', earlierId, documents: documentIds.length },
  }),
});
