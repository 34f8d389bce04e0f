import { ArrowLeft } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { useDraft } from '#platform/browser/draft.ts';
import { refreshed } from '#platform/browser/refresh.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { CheckboxField } from '#ui/checkbox-field.tsx';
import { showToast } from '#ui/toast.ts';
import { type KycStep, missingOfKycStep } from '../kyc.rules.ts';
import { DocumentField } from './document-field.tsx';
import { ReviewSummary } from './review-summary.tsx';
import type { StepProps } from './step-props.ts';
import { StillNeeded } from './still-needed.tsx';

interface DocumentsStepProps extends StepProps {
  onStep: (step: KycStep | null) => void;
  onSubmitting: (submitting: boolean) => void;
}

/** Step 4, with a summary of the others; submitting hands the application to the reviewers. */
export function DocumentsStep(props: DocumentsStepProps) {
  const { user, application, onPrevious, onStep } = props;
  const draft = useDraft<{ risk: boolean }>(`kyc.risk.${user.id}`);
  const [risk, setRisk] = useState(draft.initial?.risk ?? false);
  const { submit, failure, busy } = useSubmit(props, draft.clear);
  const missingId = useId();
  const missing = ([1, 2, 3, 4] as const).flatMap((step) => missingOfKycStep(step, application));
  if (!risk) missing.push('Confirmation of the risks');
  const complete = missing.length === 0;

  function send(event: FormEvent) {
    event.preventDefault();
    if (complete) void submit();
  }

  return (
    <form noValidate className="mt-6 grid gap-6" onSubmit={send}>
      <DocumentField kind="idDocument" application={application} />
      <DocumentField kind="proofOfAddress" application={application} />
      <DocumentField kind="incomeVerification" application={application} optional />
      <ReviewSummary application={application} onStep={onStep} />
      <CheckboxField
        label="I understand that investments can lose value, that distributions are not guaranteed, and that shares may take time to sell."
        checked={risk}
        onChange={({ target }) => {
          setRisk(target.checked);
          draft.save({ risk: target.checked });
        }}
      />
      {failure && (
        <Alert tone="danger" title="Not submitted yet">
          {failure}
        </Alert>
      )}
      <StillNeeded id={missingId} missing={missing} />
      <div className="flex flex-wrap justify-between gap-3 max-sm:*:grow">
        <Button variant="secondary" disabled={busy} onClick={() => onPrevious?.()}>
          <ArrowLeft size={18} aria-hidden="true" />
          Previous
        </Button>
        <Button
          type="submit"
          disabled={!complete}
          aria-describedby={missingId}
          busy={busy}
          busyText="Submitting"
        >
          Submit for Review
        </Button>
      </div>
    </form>
  );
}

function useSubmit({ user, application, onStep, onSubmitting }: DocumentsStepProps, clearDraft: () => void) {
  const { run, busy, errorText } = useCommand(trpc.kyc.submit.mutationOptions(), {
    keyed: true,
    // A later submission, after a decision, is another intent.
    intent: `${user.id}:${application.submittedAt}:`,
  });
  async function submit() {
    onSubmitting(true);
    if ((await run({ riskAcknowledged: true })) === null) return onSubmitting(false);
    clearDraft();
    await refreshed();
    onStep(null);
    showToast({
      title: 'KYC Application Submitted',
      description: "Your verification is under review. You'll be notified within 1-3 business days.",
    });
  }
  return { submit, failure: errorText ?? null, busy };
}
