import { FileText } from 'lucide-react';
import { formatFileSize } from '#kernel/file-size.ts';
import { formatDate } from '#kernel/time.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import type { OwnSubmission, SubmissionDocument } from '../submissions.contract.ts';
import { documentLabel } from '../submissions.rules.ts';
import { documentAddress } from './document-address.ts';

/** The documents of a submission with the reviewer's verdicts. */
export function OwnDocuments({ submission: { documents, status } }: { submission: OwnSubmission }) {
  return (
    <Card title="Documents" padded={false} className="overflow-hidden">
      <ul className="divide-y divide-line border-t border-line">
        {documents.map((document) => (
          <OwnDocument key={document.id} document={document} isPending={status === 'pending'} />
        ))}
      </ul>
    </Card>
  );
}

function OwnDocument({ document, isPending }: { document: SubmissionDocument; isPending: boolean }) {
  const { id, kind, file, dated, verdict, verdictNote } = document;
  return (
    <li className="grid gap-2 px-4 py-4 sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <FileText size={20} className="shrink-0 text-muted" aria-hidden="true" />
        <div className="min-w-0 grow basis-56">
          <p className="font-semibold">{documentLabel[kind]}</p>
          <p className="text-sm text-muted wrap-anywhere">
            {document.isInfected ? (
              file.name
            ) : (
              <a href={documentAddress(id)} download className="underline">
                {file.name}
              </a>
            )}
            , {formatFileSize(file.size)}
            {dated && (
              <>
                , dated <time dateTime={dated}>{formatDate(dated)}</time>
              </>
            )}
          </p>
        </div>
        {/* In its own line, it stands under the name. */}
        <div className="ms-9 empty:hidden sm:ms-0">
          <Verdict verdict={verdict} isInfected={document.isInfected} isPending={isPending} />
        </div>
      </div>
      {document.isInfected && (
        <p className="text-sm text-negative">
          The virus scanner found a threat in this file, so nobody can download it. Upload a clean copy.
        </p>
      )}
      {verdictNote && <p className="text-sm whitespace-pre-line wrap-anywhere">{verdictNote}</p>}
    </li>
  );
}

interface VerdictProps {
  verdict: SubmissionDocument['verdict'];
  isInfected: boolean;
  isPending: boolean;
}

function Verdict({ verdict, isInfected, isPending }: VerdictProps) {
  if (isInfected) return <Badge tone="danger">Virus found</Badge>;
  if (verdict === 'accepted') return <Badge tone="success">Accepted</Badge>;
  if (verdict === 'refused') return <Badge tone="danger">Rejected</Badge>;
  return isPending ? <Badge>Not reviewed yet</Badge> : null;
}
