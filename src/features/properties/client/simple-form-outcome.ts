import { codeOf, issuesOf, messageOf } from '#platform/browser/errors.ts';
import { showToast } from '#ui/toast.ts';
import type { SubmittedProperty } from './property-received.tsx';
import type { SimpleFormApi } from './simple-form-page.tsx';
import { EMPTY_FORM, type TypedForm } from './typed-form.ts';

/** Refusals that show the owner what to do next, where to try again would not help. */
const explained = new Set(['EMAIL_NOT_CONFIRMED', 'TOO_MANY_SUBMISSIONS', 'ACCOUNT_FROZEN', 'RATE_LIMITED']);

/** Why a first submission failed. */
export const firstFailureText = (error: unknown): string =>
  explained.has(codeOf(error) ?? '') ? messageOf(error) : 'Failed to submit property. Please try again.';

interface Outcome {
  failureText: (error: unknown) => string;
  onReceived: (property: SubmittedProperty) => void;
}

/** What a form that was sent shows, for the options of its command. */
export function outcomeOf(form: SimpleFormApi, { failureText, onReceived }: Outcome) {
  return {
    onDone(property: SubmittedProperty) {
      form.clearDraft();
      showToast({
        title: 'Property Submitted',
        description: 'Your property has been submitted for review.',
      });
      onReceived(property);
    },
    onFailed(error: unknown) {
      showToast({ title: 'Error', description: failureText(error), variant: 'destructive' });
      for (const { path, message } of issuesOf(error)) {
        const field = path.replace(/^submission\./, '');
        if (field in EMPTY_FORM) form.setError(field as keyof TypedForm, { type: 'server', message });
      }
    },
  };
}
