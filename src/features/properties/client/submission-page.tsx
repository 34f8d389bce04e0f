import { type ReactNode, useState } from 'react';
import { ConfirmEmailNotice } from '#features/identity/client/index.ts';
import { type ContractForm, useContractForm } from '#platform/browser/forms.ts';
import { useUser } from '#platform/browser/session.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { dialogOnDemand, partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { PropertySubmission } from '../property-submission.contract.ts';
import { OfferingFields, PropertyFields } from './submission-fields.tsx';
import { isUnusuallyLarge, type SubmissionForm, submissionForm } from './submission-form.ts';

// The form works before its preview is loaded.
const SubmissionPreview = partOnDemand(
  async () => (await import('./submission-preview.tsx')).SubmissionPreview,
  () => <Skeleton className="h-136 max-w-88" />,
);

const LargeOfferingDialog = dialogOnDemand(
  async () => (await import('./large-offering-dialog.tsx')).LargeOfferingDialog,
);

export type SubmissionFormApi = ContractForm<SubmissionForm, PropertySubmission>;

interface SubmissionPageProps {
  title: string;
  description: string;
  /** Initial values of the form, restored by a reset. */
  initial: SubmissionForm;
  draftKey: string;
  /** Whether the terms of the offering are shown only. */
  termsFrozen?: boolean;
  notice?: ReactNode;
  pending: boolean;
  onSubmit: (submission: PropertySubmission, form: SubmissionFormApi) => Promise<void>;
}

/** The form in which an owner describes a property and its offering, beside a preview of what investors will see. */
export function SubmissionPage(props: SubmissionPageProps) {
  const { initial, draftKey, termsFrozen = false, notice, pending, onSubmit } = props;
  const form = useContractForm<SubmissionForm, PropertySubmission>({
    schema: submissionForm,
    defaultValues: initial,
    draftKey,
  });

  const [asked, setAsked] = useState<PropertySubmission | null>(null);
  const { user } = useUser();

  async function submit(submission: PropertySubmission) {
    if (isUnusuallyLarge(submission)) setAsked(submission);
    else await onSubmit(submission, form);
  }

  function startAgain() {
    // A reset forgets the fields until the next render, so the focus moves first.
    form.setFocus('name');
    form.reset(initial);
    form.clearDraft();
  }

  return (
    <>
      <PageHeader title={props.title} description={props.description} />
      {notice}
      <div className="grid items-start gap-8 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <form noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-6">
          <Card title="The property">
            <PropertyFields form={form} />
          </Card>
          <Card title="The offering">
            <OfferingFields form={form} termsFrozen={termsFrozen} />
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
      {asked && (
        <LargeOfferingDialog
          submission={asked}
          onConfirm={() => {
            setAsked(null);
            void onSubmit(asked, form);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
