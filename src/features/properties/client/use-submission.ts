import { useRef, useState } from 'react';
import { issuesOf } from '#platform/browser/errors.ts';
import { requestIdOf } from '#platform/browser/request-id.ts';
import { showToast } from '#ui/toast.ts';
import type { PropertySubmission } from '../property-submission.contract.ts';
import { EMPTY_FORM, type SubmissionForm } from './submission-form.ts';
import type { SubmissionFormApi } from './submission-page.tsx';
import type { SubmittedProperty } from './submission-received.tsx';

interface SubmissionWays {
  /** Name of the command, such as "properties.submit". */
  intent: string;
  send: (submission: PropertySubmission, requestId: string) => Promise<SubmittedProperty>;
  failureText: (error: unknown) => string;
  onReceived: (property: SubmittedProperty) => void;
}

/** Sends a filled-in form once, and shows what came of it. */
export function useSubmission({ intent, send, failureText, onReceived }: SubmissionWays) {
  const [pending, setPending] = useState(false);
  const spent = useRef(false);

  async function submit(submission: PropertySubmission, form: SubmissionFormApi) {
    if (spent.current) return;
    spent.current = true;
    setPending(true);
    const request = requestIdOf(`${intent}:${JSON.stringify(submission)}`);
    try {
      const property = await send(submission, request.current());
      request.renew();
      form.clearDraft();
      showToast({
        title: 'Property Submitted',
        description: 'Your property has been submitted for review.',
      });
      onReceived(property);
    } catch (error) {
      spent.current = false;
      showToast({ title: 'Error', description: failureText(error), variant: 'destructive' });
      showFieldIssues(form, error);
    } finally {
      setPending(false);
    }
  }

  return { submit, pending };
}

function showFieldIssues(form: SubmissionFormApi, error: unknown) {
  for (const { path, message } of issuesOf(error)) {
    const field = path.replace(/^submission\./, '');
    if (field in EMPTY_FORM) form.setError(field as keyof SubmissionForm, { type: 'server', message });
  }
}
