import { type ReactNode, useState } from 'react';
import { ConfirmEmailNotice } from '#features/identity/client/index.ts';
import { type ContractForm, useContractForm } from '#platform/browser/forms.ts';
import { useUser } from '#platform/browser/session.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { dialogOnDemand, partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { SimpleForm } from '../simple-form.contract.ts';
import { SimpleFormOfferingFields, SimpleFormPropertyFields } from './simple-form-fields.tsx';
import { isUnusuallyLarge, type TypedForm, typedForm } from './typed-form.ts';

// The form works before its preview is loaded.
const SimpleFormPreview = partOnDemand(
  async () => (await import('./simple-form-preview.tsx')).SimpleFormPreview,
  () => <Skeleton className="h-136 max-w-88" />,
);

const LargeOfferingDialog = dialogOnDemand(
  async () => (await import('./large-offering-dialog.tsx')).LargeOfferingDialog,
);

export type SimpleFormApi = ContractForm<TypedForm, SimpleForm>;

interface SimpleFormPageProps {
  title: string;
  description: string;
  form: SimpleFormApi;
  /** Initial values of the form, restored by a reset. */
  initial: TypedForm;
  /** Whether the terms of the offering are shown only. */
  termsFrozen?: boolean;
  notice?: ReactNode;
  busy: boolean;
  onSubmit: (submission: SimpleForm) => Promise<unknown>;
}

/** The simple form as it is typed, with its draft. */
export const useSimpleForm = ({ initial, draftKey }: { initial: TypedForm; draftKey: string }) =>
  useContractForm<TypedForm, SimpleForm>({ schema: typedForm, defaultValues: initial, draftKey });

/** The form in which an owner describes a property and its offering, beside a preview of what investors will see. */
export function SimpleFormPage(props: SimpleFormPageProps) {
  const { form, initial, termsFrozen = false, notice, busy, onSubmit } = props;
  const [asked, setAsked] = useState<SimpleForm | null>(null);
  const { user } = useUser();

  async function submit(submission: SimpleForm) {
    if (isUnusuallyLarge(submission)) setAsked(submission);
    else await onSubmit(submission);
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
            <SimpleFormPropertyFields form={form} />
          </Card>
          <Card title="The offering">
            <SimpleFormOfferingFields form={form} termsFrozen={termsFrozen} />
          </Card>
          <ConfirmEmailNotice purpose="submit a property" />
          <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
            <Button variant="secondary" disabled={busy} onClick={startAgain}>
              Reset
            </Button>
            <Button type="submit" busy={busy} busyText="Submitting" disabled={user?.emailConfirmed === false}>
              Submit
            </Button>
          </div>
        </form>
        <SimpleFormPreview control={form.control} />
      </div>
      {asked && (
        <LargeOfferingDialog
          submission={asked}
          onConfirm={() => {
            setAsked(null);
            void onSubmit(asked);
          }}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  );
}
