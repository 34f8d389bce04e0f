import { useMutation } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { trpc } from '#platform/browser/trpc.ts';
import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { submissionFailureText } from './submission-failure.ts';
import { EMPTY_FORM } from './submission-form.ts';
import { SubmissionPage } from './submission-page.tsx';
import type { SubmittedProperty } from './submission-received.tsx';
import { useSubmission } from './use-submission.ts';

const SubmissionReceived = partOnDemand(
  async () => (await import('./submission-received.tsx')).SubmissionReceived,
  () => <Skeleton className="h-72" />,
);

export function SubmitPropertyScreen() {
  const [received, setReceived] = useState<SubmittedProperty | null>(null);
  useEffect(SubmissionReceived.prepare, []);
  return (
    <div className="page-width py-6 sm:py-10">
      {received ? (
        <SubmissionReceived property={received} onAnother={() => setReceived(null)} />
      ) : (
        <FirstSubmission onReceived={setReceived} />
      )}
    </div>
  );
}

function FirstSubmission({ onReceived }: { onReceived: (property: SubmittedProperty) => void }) {
  const { mutateAsync } = useMutation(trpc.properties.submit.mutationOptions());
  const { submit, pending } = useSubmission({
    intent: 'properties.submit',
    send: (submission, requestId) => mutateAsync({ submission, requestId }),
    failureText: submissionFailureText,
    onReceived,
  });
  return (
    <SubmissionPage
      title="Submit Your Property"
      description="Tell us about the building and what you want to offer. We review every property before investors see it."
      initial={EMPTY_FORM}
      draftKey="submit-property"
      pending={pending}
      onSubmit={submit}
    />
  );
}
