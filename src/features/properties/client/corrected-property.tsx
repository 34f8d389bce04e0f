import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { resubmissionErrors, type SimpleFormVersions } from '../simple-form-versions.contract.ts';
import { formOf, withSubtype } from './corrected-form.ts';
import type { SubmittedProperty } from './property-received.tsx';
import { outcomeOf } from './simple-form-outcome.ts';
import { SimpleFormPage, useSimpleForm } from './simple-form-page.tsx';

interface CorrectedPropertyProps {
  version: string;
  versions: SimpleFormVersions;
  onReceived: (property: SubmittedProperty) => void;
}

/** The form filled in with the rejected submission. */
export function CorrectedProperty({ version, versions, onReceived }: CorrectedPropertyProps) {
  const { id, statusReason, latest, termsFrozen } = versions;
  const initial = formOf(latest.submission, { termsFrozen });
  const form = useSimpleForm({ initial, draftKey: `resubmit-property.${version}` });
  const { run, busy } = useCommand(trpc.properties.resubmit.mutationOptions(), {
    keyed: true,
    intent: `${version}:`,
    ...outcomeOf(form, { failureText: messageOf, onReceived }),
  });
  return (
    <SimpleFormPage
      title="Correct and submit again"
      description={`What you submitted for ${latest.submission.name} is filled in. Change what needs to change. Our reviewers see the differences.`}
      form={form}
      initial={initial}
      termsFrozen={termsFrozen}
      notice={
        <>
          {statusReason && (
            <Alert tone="danger" role="status" title="Why it was rejected" className="mb-6">
              <p className="whitespace-pre-line wrap-anywhere">{statusReason}</p>
            </Alert>
          )}
          {termsFrozen && (
            <Alert className="mb-6" title="The terms of the offering stay as they are">
              {resubmissionErrors.TERMS_FROZEN.message}
            </Alert>
          )}
        </>
      }
      busy={busy}
      onSubmit={(submission) => run({ id, submission: withSubtype(submission, latest.submission) })}
    />
  );
}
