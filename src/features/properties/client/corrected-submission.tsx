import { useMutation } from '@tanstack/react-query';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Alert } from '#ui/alert.tsx';
import { type PropertySubmissions, resubmissionErrors } from '../submissions.contract.ts';
import { formOf, withHiddenFields } from './corrected-form.ts';
import { SubmissionPage } from './submission-page.tsx';
import type { SubmittedProperty } from './submission-received.tsx';
import { useSubmission } from './use-submission.ts';

interface CorrectedSubmissionProps {
  version: string;
  submissions: PropertySubmissions;
  onReceived: (property: SubmittedProperty) => void;
}

/** The form filled in with the rejected submission. */
export function CorrectedSubmission({ version, submissions, onReceived }: CorrectedSubmissionProps) {
  const { id, statusReason, latest, termsFrozen } = submissions;
  const { mutateAsync } = useMutation(trpc.properties.resubmit.mutationOptions());
  const { submit, pending } = useSubmission({
    intent: `properties.resubmit:${version}`,
    send: (submission, requestId) =>
      mutateAsync({ id, submission: withHiddenFields(submission, latest.submission), requestId }),
    failureText: messageOf,
    onReceived,
  });
  return (
    <SubmissionPage
      title="Correct and submit again"
      description={`What you submitted for ${latest.submission.name} is filled in. Change what needs to change. Our reviewers see the differences.`}
      initial={formOf(latest.submission, { termsFrozen })}
      draftKey={`resubmit-property.${version}`}
      termsFrozen={termsFrozen}
      notice={
        <>
          {statusReason && (
            <Alert tone="danger" role="status" title="Why it was rejected" className="mb-6">
              <p className="whitespace-pre-line wrap-anywhere">{statusReason}</p>
            </Alert>
          )}
          {termsFrozen && (
            <Alert className="mb-6" title="The terms of the offering stay as they are">
              {resubmissionErrors.TERMS_FROZEN.message}
            </Alert>
          )}
        </>
      }
      pending={pending}
      onSubmit={submit}
    />
  );
}
