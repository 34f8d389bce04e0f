import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ConfirmEmailNotice } from '#features/identity/client/index.ts';
import { codeOf, issuesOf, isUnauthorized, messageOf } from '#platform/browser/errors.ts';
import { type ContractForm, useContractForm } from '#platform/browser/forms.ts';
import { requestIdOf } from '#platform/browser/request-id.ts';
import { useUser } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { showToast } from '#ui/toast.ts';
import type { PropertySubmission } from '../properties.contract.ts';
import { OfferingFields, PropertyFields } from './submission-fields.tsx';
import { EMPTY_FORM, type SubmissionForm, submissionForm } from './submission-form.ts';
import type { SubmittedProperty } from './submission-received.tsx';

// The form works before its preview has come.
const SubmissionPreview = partOnDemand(
  async () => (await import('./submission-preview.tsx')).SubmissionPreview,
  () => <Skeleton className="h-136 max-w-88" />,
);

const SubmissionReceived = partOnDemand(
  async () => (await import('./submission-received.tsx')).SubmissionReceived,
  () => <Skeleton className="h-72" />,
);

export type SubmissionFormApi = ContractForm<SubmissionForm, PropertySubmission>;

export function SubmitPropertyScreen() {
  const [received, setReceived] = useState<SubmittedProperty | null>(null);
  useEffect(SubmissionReceived.prepare, []);
  return (
    <div className="page-width py-8 sm:py-12">
      {received ? (
        <SubmissionReceived property={received} onAnother={() => setReceived(null)} />
      ) : (
        <SubmissionPage onReceived={setReceived} />
      )}
    </div>
  );
}

function SubmissionPage({ onReceived }: { onReceived: (property: SubmittedProperty) => void }) {
  const form = useContractForm<SubmissionForm, PropertySubmission>({
    schema: submissionForm,
    defaultValues: EMPTY_FORM,
    draftKey: 'submit-property',
  });
  const { submit, pending } = useSubmission(form, onReceived);
  const { user } = useUser();

  function startAgain() {
    // A reset forgets the fields until the next render, so the focus moves first.
    form.setFocus('name');
    form.reset(EMPTY_FORM);
    form.clearDraft();
  }

  return (
    <>
      <PageHeader
        title="Submit Your Property"
        description="Tell us about the building and what you want to offer. We review every property before investors see it."
      />
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-6">
          <Card title="The property">
            <PropertyFields form={form} />
          </Card>
          <Card title="The offering">
            <OfferingFields form={form} />
          </Card>
          <ConfirmEmailNotice purpose="submit a property" />
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="secondary" disabled={pending} onClick={startAgain}>
              Reset
            </Button>
            <Button
              type="submit"
              busy={pending}
              busyText="Submitting"
              disabled={user?.emailConfirmed === false}
            >
              Submit
            </Button>
          </div>
        </form>
        <SubmissionPreview control={form.control} />
      </div>
    </>
  );
}

function useSubmission(form: SubmissionFormApi, onReceived: (property: SubmittedProperty) => void) {
  const queryClient = useQueryClient();
  const mutation = useMutation(trpc.properties.submit.mutationOptions());

  const spent = useRef(false);

  async function submit(submission: PropertySubmission) {
    if (spent.current) return;
    spent.current = true;
    const request = requestIdOf(`properties.submit:${JSON.stringify(submission)}`);
    try {
      const property = await mutation.mutateAsync({ submission, requestId: request.current() });
      request.renew();
      form.clearDraft();
      showToast({
        title: 'Property Submitted',
        description: 'Your property has been submitted for review.',
      });
      void queryClient.invalidateQueries(trpc.properties.pathFilter());
      onReceived(property);
    } catch (error) {
      spent.current = false;
      if (isUnauthorized(error)) return;
      showToast({
        title: 'Error',
        description:
          codeOf(error) === 'EMAIL_NOT_CONFIRMED'
            ? messageOf(error)
            : 'Failed to submit property. Please try again.',
        variant: 'destructive',
      });
      showFieldIssues(form, error);
    }
  }

  return { submit, pending: mutation.isPending };
}

function showFieldIssues(form: SubmissionFormApi, error: unknown) {
  for (const { path, message } of issuesOf(error)) {
    const field = path.replace(/^submission\./, '');
    if (field in EMPTY_FORM) form.setError(field as keyof SubmissionForm, { type: 'server', message });
  }
}
