import { Download, Eye } from 'lucide-react';
import { useState } from 'react';
import { formatFileSize } from '#kernel/file-size.ts';
import { formatDate } from '#kernel/time.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { dialogOnDemand } from '#ui/on-demand.tsx';
import { showToast } from '#ui/toast.ts';
import type { ReviewedDocument, ReviewedSubmission } from '../submissions.contract.ts';
import { documentLabel, isDated } from '../submissions.rules.ts';
import { canBeShown, documentAddress } from './document-address.ts';
import { DocumentDate } from './document-date.tsx';

const ReasonDialog = dialogOnDemand(async () => (await import('#ui/reason-dialog.tsx')).ReasonDialog);

/** The documents of a submission, with the verdict of a reviewer on each. */
export function ReviewDocuments({
  submission,
  onShow,
}: {
  submission: ReviewedSubmission;
  onShow: (documentId: string) => void;
}) {
  return (
    <Card title="Documents">
      {submission.documents.length === 0 && <p className="text-muted">No documents.</p>}
      <ul className="divide-y divide-line">
        {submission.documents.map((document) => (
          <li key={document.id} className="py-4 first:pt-0">
            <DocumentLine
              document={document}
              onShow={onShow}
              canJudge={submission.status === 'pending' && submission.mayDecide}
            />
          </li>
        ))}
      </ul>
    </Card>
  );
}

const scanBadges = {
  notScanned: <Badge>Not scanned</Badge>,
  waiting: <Badge>Scan pending</Badge>,
  clean: <Badge tone="success">No virus found</Badge>,
  infected: <Badge tone="danger">Virus found</Badge>,
  refused: <Badge tone="warning">Cannot be scanned</Badge>,
};

function DocumentLine({
  document,
  canJudge,
  onShow,
}: {
  document: ReviewedDocument;
  canJudge: boolean;
  onShow: (documentId: string) => void;
}) {
  const { kind, file, verdict, verdictNote, verdictBy, verdictAt, scan, signature } = document;
  const label = documentLabel[kind];
  /** The date that the reviewer reads on it; it is stored with the verdict. */
  const [dated, setDated] = useState(document.dated);
  return (
    <>
      <h3 className="flex flex-wrap items-center gap-2 font-semibold">
        {label}
        {verdict === 'accepted' && <Badge tone="success">Accepted</Badge>}
        {verdict === 'refused' && <Badge tone="danger">Rejected</Badge>}
        {verdict === null && <Badge>Not reviewed</Badge>}
        {scanBadges[scan]}
        {document.isCarriedOver && <Badge>From the earlier submission</Badge>}
      </h3>
      <p className="text-sm text-muted wrap-anywhere">
        {file.name}, {formatFileSize(file.size)}
      </p>
      {!isDated(kind) && <p className="text-sm text-muted">Uploaded {formatDate(file.createdAt)}</p>}
      {!canJudge && isDated(kind) && <DocumentDate label={label} dated={document.dated} onDate={null} />}
      {signature && <p className="text-sm">Found: {signature}</p>}
      {verdictBy && verdictAt && (
        <p className="mt-1 text-sm wrap-anywhere">
          {verdict === 'accepted' ? 'Accepted' : 'Rejected'} by {verdictBy} on {formatDate(verdictAt)}
          {verdictNote && `: ${verdictNote}`}
        </p>
      )}
      {canJudge && isDated(kind) && (
        <div className="mt-2">
          <DocumentDate label={label} dated={document.dated} onDate={async (typed) => setDated(typed)} />
        </div>
      )}
      <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
        <OpenButtons document={document} onShow={onShow} />
        {canJudge && (
          <div className="flex flex-wrap gap-2">
            <JudgeButtons document={document} dated={dated} />
          </div>
        )}
      </div>
    </>
  );
}

function OpenButtons({ document, onShow }: { document: ReviewedDocument; onShow: (id: string) => void }) {
  const { id, kind, scan } = document;
  const label = documentLabel[kind];
  if (scan === 'infected') return null;
  return (
    <div className="-ms-4 flex flex-wrap">
      {canBeShown(document) && (
        <Button variant="quiet" aria-label={`View ${label}`} onClick={() => onShow(id)}>
          <Eye size={18} aria-hidden="true" />
          View
        </Button>
      )}
      <a
        href={documentAddress(id)}
        download
        aria-label={`Download ${label}`}
        className={buttonClass({ variant: 'quiet' })}
      >
        <Download size={18} aria-hidden="true" />
        Download
      </a>
    </div>
  );
}

function JudgeButtons({
  document: { id: documentId, kind, verdict, dated: known },
  dated,
}: {
  document: ReviewedDocument;
  /** As the reviewer reads it. */
  dated: string | null;
}) {
  const [rejecting, setRejecting] = useState(false);
  const label = documentLabel[kind];
  const isDateNew = dated !== null && dated !== known;
  const about = { documentId, ...(isDateNew && { dated }) };
  const { run, busy, errorText } = useCommand(trpc.submissions.judgeDocument.mutationOptions(), {
    onDone: (_, input) =>
      showToast({
        title: input.verdict === 'accepted' ? 'Document accepted' : 'Document rejected',
        description: `${label}: the verdict is on record.`,
      }),
  });
  return (
    <>
      {(verdict !== 'accepted' || isDateNew) && (
        <Button
          variant="secondary"
          aria-label={verdict === 'accepted' ? `Accept with this date: ${label}` : `Accept ${label}`}
          busy={busy && !rejecting}
          onClick={() => void run({ ...about, verdict: 'accepted' })}
        >
          {verdict === 'accepted' ? 'Accept with this date' : 'Accept'}
        </Button>
      )}
      {verdict !== 'refused' && (
        <Button variant="secondary" aria-label={`Reject ${label}`} onClick={() => setRejecting(true)}>
          Reject
        </Button>
      )}
      {errorText && !rejecting && <Alert tone="danger">{errorText}</Alert>}
      {rejecting && (
        <ReasonDialog
          onClose={() => setRejecting(false)}
          onConfirm={async (note) => {
            if ((await run({ ...about, verdict: 'refused', note })) !== null) setRejecting(false);
          }}
          title={`Reject ${label}?`}
          description="Figures confirmed with it no longer count. The owner sees your note."
          confirmLabel="Reject document"
          tone="danger"
          busy={busy}
          busyText="Rejecting"
          error={errorText}
          label="What is wrong with it"
          missingText="Say what is wrong with it. The owner will see it."
        />
      )}
    </>
  );
}
