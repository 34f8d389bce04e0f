import { useEffect, useState } from 'react';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { SubmittedProperty } from './property-received.tsx';
import { firstFailureText, outcomeOf } from './simple-form-outcome.ts';
import { SimpleFormPage, useSimpleForm } from './simple-form-page.tsx';
import { EMPTY_FORM } from './typed-form.ts';

const PropertyReceived = partOnDemand(
  async () => (await import('./property-received.tsx')).PropertyReceived,
  () => <Skeleton className="h-72" />,
);

export function SubmitPropertyScreen() {
  const [received, setReceived] = useState<SubmittedProperty | null>(null);
  useEffect(PropertyReceived.prepare, []);
  return (
    <div className="page-width py-6 sm:py-10">
      {received ? (
        <PropertyReceived property={received} onAnother={() => setReceived(null)} />
      ) : (
        <FirstForm onReceived={setReceived} />
      )}
    </div>
  );
}

function FirstForm({ onReceived }: { onReceived: (property: SubmittedProperty) => void }) {
  const form = useSimpleForm({ initial: EMPTY_FORM, draftKey: 'submit-property' });
  const { run, busy } = useCommand(trpc.properties.submit.mutationOptions(), {
    keyed: true,
    ...outcomeOf(form, { failureText: firstFailureText, onReceived }),
  });
  return (
    <SimpleFormPage
      title="Submit Your Property"
      description="Tell us about the building and what you want to offer. We review every property before investors see it."
      form={form}
      initial={EMPTY_FORM}
      busy={busy}
      onSubmit={(submission) => run({ submission })}
    />
  );
}
