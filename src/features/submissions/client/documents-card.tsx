import { Card } from '#ui/card.tsx';
import { RetryAlert } from '#ui/retry-alert.tsx';
import { quickDocumentKinds, type SubmissionDocumentKind } from '../submissions.contract.ts';
import { RECENT_MONTHS, requiredQuickDocuments, UNFILED_DAYS } from '../submissions.rules.ts';
import { documentFieldId } from './document-checklist.tsx';
import { DocumentsField } from './documents-field.tsx';
import type { DocumentUploads } from './use-document-uploads.ts';

/** The documents of the quick submit, each with its field. */
export function DocumentsCard({
  uploads,
  showsMissing,
}: {
  uploads: DocumentUploads;
  showsMissing: boolean;
}) {
  const required: readonly SubmissionDocumentKind[] = requiredQuickDocuments;
  const isMissing = (kind: SubmissionDocumentKind) =>
    required.includes(kind) &&
    !uploads.usableKinds.includes(kind) &&
    !uploads.pending.some((one) => one.kind === kind);
  return (
    <Card
      title="Documents"
      description={`Files upload as soon as you choose them and stay here for ${UNFILED_DAYS} days if you leave. Documents should be from the last ${RECENT_MONTHS} months.`}
    >
      {uploads.loadError && (
        <RetryAlert className="mb-5" onRetry={uploads.reload}>
          {uploads.loadError}
        </RetryAlert>
      )}
      <div className="grid gap-6">
        {quickDocumentKinds.map((kind) => (
          <DocumentsField
            key={kind}
            uploads={uploads}
            kind={kind}
            id={documentFieldId(kind)}
            optional={!required.includes(kind)}
            error={showsMissing && isMissing(kind) ? 'Upload this document before you submit.' : undefined}
          />
        ))}
      </div>
    </Card>
  );
}
