import { MAX_FILE_TEXT } from '#features/files/files.contract.ts';
import { DocumentsField, RECENT_MONTHS } from '#features/submissions/client/index.ts';
import { Badge } from '#ui/badge.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import type { StepProps } from './step-props.ts';

const required = (
  <Badge tone="accent" icon={false}>
    Required
  </Badge>
);

/** Step 2. Of deed, tax records and photos one is enough, although the first two are marked. */
export function DocumentsStep({ uploads }: StepProps) {
  return (
    <div className="grid gap-6">
      <ul className="list-disc space-y-1 ps-5 text-[0.9375rem]">
        <li>Documents must be clear and legible.</li>
        <li>At most {MAX_FILE_TEXT} each.</li>
        <li>Documents must be recent, within {RECENT_MONTHS} months.</li>
      </ul>
      {uploads.loadError && (
        <RetryAlert title="Your documents could not be loaded" onRetry={uploads.reload}>
          {uploads.loadError}
        </RetryAlert>
      )}
      <DocumentsField uploads={uploads} kind="deed" badge={required} />
      <DocumentsField uploads={uploads} kind="taxRecords" badge={required} />
      <DocumentsField uploads={uploads} kind="photo" optional />
      <DocumentsField uploads={uploads} kind="insurance" optional />
      <DocumentsField uploads={uploads} kind="inspection" optional />
      <DocumentsField uploads={uploads} kind="appraisal" label="Appraisal" optional />
    </div>
  );
}
