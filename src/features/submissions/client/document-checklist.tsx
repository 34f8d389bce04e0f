import { Circle, CircleCheck, LoaderCircle } from 'lucide-react';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { quickDocumentKinds, type SubmissionDocumentKind } from '../submissions.contract.ts';
import { documentLabel, requiredQuickDocuments } from '../submissions.rules.ts';
import type { DocumentUploads } from './use-document-uploads.ts';

const required: readonly SubmissionDocumentKind[] = requiredQuickDocuments;

export const documentFieldId = (kind: SubmissionDocumentKind) => `document-${kind}`;

/** The documents that a quick submission needs, and which of them are there. */
export function DocumentChecklist({ uploads }: { uploads: DocumentUploads }) {
  const present = new Set(uploads.usableKinds);
  const sending = new Set(uploads.pending.filter((one) => one.status !== 'failed').map(({ kind }) => kind));
  const ready = required.filter((kind) => present.has(kind)).length;
  return (
    <Card
      title="Required documents"
      description={`${ready} of ${required.length} uploaded`}
      aria-busy={uploads.isLoading || undefined}
    >
      <ul className="grid gap-x-4 text-[0.9375rem] sm:grid-cols-2 lg:grid-cols-1">
        {quickDocumentKinds.map((kind) => (
          <ChecklistItem
            key={kind}
            kind={kind}
            status={present.has(kind) ? 'uploaded' : sending.has(kind) ? 'on its way' : 'missing'}
          />
        ))}
      </ul>
    </Card>
  );
}

const icons = { uploaded: CircleCheck, 'on its way': LoaderCircle, missing: Circle } as const;

function ChecklistItem({ kind, status }: { kind: SubmissionDocumentKind; status: keyof typeof icons }) {
  const Icon = icons[status];
  const isOptional = !required.includes(kind);
  return (
    <li>
      <a
        href={`#${documentFieldId(kind)}`}
        className="flex min-h-11 items-center gap-2.5 rounded-field hover:underline"
        onClick={(event) => {
          event.preventDefault();
          document.getElementById(documentFieldId(kind))?.focus();
        }}
      >
        <Icon
          size={18}
          className={joinClasses('shrink-0', status === 'uploaded' ? 'text-positive' : 'text-muted')}
          aria-hidden="true"
        />
        <span>
          {documentLabel[kind]}
          {isOptional && <span className="text-muted"> (optional)</span>}
          <span className="sr-only">: {status}</span>
        </span>
      </a>
    </li>
  );
}
