import { useState } from 'react';
import { ConfirmEmailNotice } from '#features/identity/client/index.ts';
import { formatDate } from '#kernel/time.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { codeOf, messageOf } from '#platform/browser/errors.ts';
import { useContractForm } from '#platform/browser/forms.ts';
import { useUser } from '#platform/browser/session.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { showToast } from '#ui/toast.ts';
import type { OwnSubmission, SubmissionDocument, SubmissionFields } from '../submissions.contract.ts';
import { isFiledAgain, missingDocumentsText, requiredQuickDocuments } from '../submissions.rules.ts';
import { DocumentChecklist, documentFieldId } from './document-checklist.tsx';
import { DocumentsCard } from './documents-card.tsx';
import { type QuickFormApi, QuickOfferingFields, QuickPropertyFields } from './quick-fields.tsx';
import { EMPTY_QUICK_FORM, type QuickForm, quickForm, quickFormOf } from './quick-form.ts';
import type { NewSubmission } from './submitted.ts';
import { type DocumentUploads, useDocumentUploads } from './use-document-uploads.ts';

interface QuickSubmitFormProps {
  /** The rejected submission that is started again, with its content; null for a new one. */
  earlier: OwnSubmission | null;
  onSubmitted: (submitted: NewSubmission) => void;
}

/** The quick submit: the property, the offering and its documents, which are uploaded when they are chosen. */
export function QuickSubmitForm({ earlier, onSubmitted }: QuickSubmitFormProps) {
  const { user } = useUser();
  const draftKey = earlier ? `owner-submit.${earlier.id}` : 'owner-submit';
  const form = useContractForm<QuickForm, SubmissionFields>({
    schema: quickForm,
    defaultValues: earlier ? quickFormOf(earlier.fields) : EMPTY_QUICK_FORM,
    draftKey,
  });
  const { uploads, clearLeftOut } = useUploads(draftKey, earlier?.documents ?? []);
  const { submit, refuse, busy, problem, showsMissing } = useSubmit({
    form,
    uploads,
    earlierId: earlier?.id ?? null,
    onSubmitted(submitted) {
      form.clearDraft();
      clearLeftOut();
      onSubmitted(submitted);
    },
  });
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem] lg:gap-8">
      <div className="lg:sticky lg:top-24 lg:order-2">
        <DocumentChecklist uploads={uploads} />
      </div>
      <form noValidate onSubmit={form.handleSubmit(submit, refuse)} className="grid min-w-0 gap-6">
        {earlier?.reason && <Rejection earlier={earlier} reason={earlier.reason} />}
        <Card title="The property">
          <QuickPropertyFields form={form} />
        </Card>
        <Card title="The offering">
          <QuickOfferingFields form={form} />
        </Card>
        <DocumentsCard uploads={uploads} showsMissing={showsMissing} />
        <ConfirmEmailNotice purpose="submit a property" />
        {problem && (
          <Alert tone="danger" title="Not submitted yet">
            {problem}
          </Alert>
        )}
        <div className="flex justify-end">
          <Button
            type="submit"
            size="large"
            busy={busy}
            busyText="Submitting"
            disabled={user?.emailConfirmed === false}
          >
            Submit property
          </Button>
        </div>
      </form>
    </div>
  );
}

function Rejection({ earlier, reason }: { earlier: OwnSubmission; reason: string }) {
  return (
    <Alert
      tone="danger"
      role="status"
      title={`Why it was rejected on ${formatDate(earlier.decidedAt ?? '')}`}
    >
      <p className="whitespace-pre-line wrap-anywhere">{reason}</p>
    </Alert>
  );
}

function useUploads(draftKey: string, carriedOver: readonly SubmissionDocument[]) {
  const draft = useDraft<{ ids: string[] }>(`${draftKey}.left-out`);
  const [again] = useState(() => new Set(carriedOver.filter(isFiledAgain).map(({ id }) => id)));
  const [leftOut, setLeftOut] = useState<readonly string[]>(draft.initial?.ids ?? []);
  const uploads = useDocumentUploads({
    wayIn: 'quick',
    carriedOver: carriedOver.filter(({ id }) => again.has(id)),
    leftOut,
    onLeaveOut(id) {
      setLeftOut((before) => [...before, id]);
      draft.save({ ids: [...leftOut, id] });
    },
  });
  return { uploads, clearLeftOut: draft.clear };
}

interface SubmitOptions {
  form: QuickFormApi;
  uploads: DocumentUploads;
  earlierId: string | null;
  onSubmitted: (submitted: NewSubmission) => void;
}

function useSubmit({ form, uploads, earlierId, onSubmitted }: SubmitOptions) {
  const [problem, setProblem] = useState<string | null>(null);
  const [showsMissing, setShowsMissing] = useState(false);
  const command = useCommand(trpc.submissions.submit.mutationOptions(), {
    keyed: true,
    onDone(receipt, { name }) {
      showToast({
        title: 'Property Submitted Successfully',
        description: "We'll review your documents and get back to you shortly.",
      });
      onSubmitted({ ...receipt, name });
    },
    onFailed(error) {
      if (codeOf(error) === 'DOCUMENTS_MISSING') return sayMissing(messageOf(error));
      form.showError(error, { NO_SHARES: 'equity', TOO_MANY_SHARES: 'valuation' });
      setProblem(messageOf(error));
    },
  });

  function sayMissing(description: string) {
    setShowsMissing(true);
    showToast({ title: 'Missing Required Documents', description, variant: 'destructive' });
  }

  /** @returns whether nothing is missing; else errors are shown, and the first missing field gets the focus. */
  function hasDocuments({ focus }: { focus: boolean }): boolean {
    const present = uploads.usableKinds;
    const missing = missingDocumentsText('quick', present);
    if (missing === null) return true;
    sayMissing(missing);
    const first = requiredQuickDocuments.find((kind) => !present.includes(kind));
    if (focus && first) document.getElementById(documentFieldId(first))?.focus();
    return false;
  }

  async function submit(fields: SubmissionFields) {
    setProblem(null);
    if (uploads.isSending) {
      return setProblem('Some files are still uploading. Submit again once they are done.');
    }
    if (!hasDocuments({ focus: true })) return;
    await uploads.finished();
    const documentIds = uploads.documents.map(({ id }) => id);
    await command.run({ ...fields, documentIds, earlierId });
  }

  function refuse() {
    setProblem(null);
    if (!uploads.isSending) hasDocuments({ focus: false });
  }

  return { submit, refuse, busy: command.busy, problem, showsMissing };
}
