import { useEffect, useState } from 'react';
import { partOnDemand } from '#ui/on-demand.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { OpenQuestions } from './open-questions.tsx';
import type { FormProps, NewSubmission } from './submitted.ts';

const QuickSubmitForm = partOnDemand(
  async () => (await import('./quick-submit-form.tsx')).QuickSubmitForm,
  () => <Skeleton className="h-240" />,
);

// Below the form, and not needed to fill it in.
const OwnSubmissions = partOnDemand(
  async () => (await import('./own-submissions.tsx')).OwnSubmissions,
  () => <Skeleton className="mt-8 h-72" />,
);

const ResubmissionForm = partOnDemand(
  async () => (await import('./resubmission-form.tsx')).ResubmissionForm,
  () => <Skeleton className="h-96" />,
);

const ThankYou = partOnDemand(
  async () => (await import('./thank-you.tsx')).ThankYou,
  () => <Skeleton className="h-96" />,
);

interface QuickSubmitScreenProps {
  /** The rejected submission that is started again; null for a new one. */
  again: string | null;
  onAnother: () => void;
}

export function QuickSubmitScreen({ again, onAnother }: QuickSubmitScreenProps) {
  const [submitted, setSubmitted] = useState<NewSubmission | null>(null);
  useEffect(ThankYou.prepare, []);
  return (
    <div className="page-width py-6 sm:py-10">
      {submitted ? (
        <ThankYou
          submitted={submitted}
          onAnother={() => {
            setSubmitted(null);
            onAnother();
          }}
        />
      ) : again === null ? (
        <FirstSubmission onSubmitted={setSubmitted} />
      ) : (
        <ResubmissionForm id={again} onSubmitted={setSubmitted} />
      )}
    </div>
  );
}

function FirstSubmission({ onSubmitted }: FormProps) {
  return (
    <>
      <PageHeader
        title="Submit a Property"
        description="Describe it, upload its documents, and our reviewers answer within 3 to 5 business days."
        className="mb-6"
      />
      <OpenQuestions />
      <QuickSubmitForm earlier={null} onSubmitted={onSubmitted} />
      <OwnSubmissions />
    </>
  );
}
