import { FileText } from 'lucide-react';
import { type ReactNode, useId, useRef, useState } from 'react';
import { MAX_FILE_TEXT } from '#features/files/files.contract.ts';
import { formatFileSize } from '#kernel/file-size.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { FieldMessages } from '#ui/field.tsx';
import { FileChooser } from '#ui/file-field.tsx';
import type { SubmissionDocument, SubmissionDocumentKind } from '../submissions.contract.ts';
import { acceptedFiles, documentLabel, isDated } from '../submissions.rules.ts';
import { documentAddress } from './document-address.ts';
import { DocumentDate } from './document-date.tsx';
import { UploadRow } from './upload-row.tsx';
import { type DocumentUploads, isSingle } from './use-document-uploads.ts';

export interface DocumentsFieldProps {
  /** From `useDocumentUploads`, one for the whole form. */
  uploads: DocumentUploads;
  kind: SubmissionDocumentKind;
  /** Of the file input, for links to it. */
  id?: string;
  /** Instead of the documented label. */
  label?: string;
  /** Beside the label, such as "Required". */
  badge?: ReactNode;
  optional?: boolean;
  /** Instead of the accepted kinds of files and the largest size. */
  hint?: string;
  /** Problem of the whole field, such as that it is missing. */
  error?: string | undefined;
  className?: string;
}

/**
 * One kind of document of a submission form: uploaded files, running uploads, and the field to choose more. Photos are
 * several files; of every other kind a new file takes the place of the one before.
 */
export function DocumentsField(props: DocumentsFieldProps) {
  const { uploads, kind, label = documentLabel[kind], badge, optional, error, className } = props;
  const ownId = useId();
  const id = props.id ?? ownId;
  const input = useRef<HTMLInputElement>(null);
  const { types, text } = acceptedFiles(uploads.wayIn, kind);
  const hint =
    props.hint ??
    `${text}, at most ${MAX_FILE_TEXT.replace(' ', '\u00a0')}${kind === 'photo' ? ' each' : ''}.`;
  const isMultiple = !isSingle(kind);
  const documents = uploads.documents.filter((one) => one.kind === kind);
  const pending = uploads.pending.filter((one) => one.kind === kind);
  const failed = pending.find(({ status }) => status === 'failed');
  // Otherwise the focus would be lost with the button that was pressed.
  const holdFocus = () => input.current?.focus();
  return (
    <div className={joinClasses('min-w-0', className)}>
      <div className="mb-1.5 flex flex-wrap items-center gap-2">
        <label htmlFor={id} className="text-sm font-semibold">
          {label}
          {optional && <span className="font-normal text-muted"> (optional)</span>}
        </label>
        {typeof badge === 'string' ? <Badge>{badge}</Badge> : badge}
      </div>
      {documents.length + pending.length > 0 && (
        <ul className="mb-2 grid gap-2">
          {documents.map((document) => (
            <UploadedDocument
              key={document.id}
              {...{ uploads, document, label, holdFocus }}
              canDate={isDated(kind) && !uploads.isCarriedOver(document)}
            />
          ))}
          {pending.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              holdFocus={holdFocus}
              onRetry={() => uploads.retry(upload)}
              onDrop={() => uploads.cancel(upload)}
            />
          ))}
        </ul>
      )}
      <FileChooser
        id={id}
        input={input}
        hint={hint}
        error={error}
        accept={types.join()}
        multiple={isMultiple}
        text={chooserText(documents.length, isMultiple)}
        onChoose={(files) => uploads.add(kind, files)}
      />
      <FieldMessages id={id} hint={hint} error={error} />
      <p role="status" className="sr-only">
        {failed ? `${failed.file.name} was not uploaded. ${failed.error}` : uploads.announcements[kind]}
      </p>
    </div>
  );
}

function chooserText(present: number, isMultiple: boolean): string {
  if (isMultiple) return present > 0 ? 'Add photos' : 'Choose photos';
  return present > 0 ? 'Replace the file' : 'Choose a file';
}

interface UploadedDocumentProps {
  uploads: DocumentUploads;
  document: SubmissionDocument;
  label: string;
  canDate: boolean;
  holdFocus: () => void;
}

function UploadedDocument({ uploads, document, label, canDate, holdFocus }: UploadedDocumentProps) {
  const { file, isInfected } = document;
  const { run: remove, busy, error } = useRemoval(() => uploads.remove(document));
  return (
    <li
      className={joinClasses(
        'grid min-w-0 gap-3 rounded-box border border-line p-3.5',
        isInfected ? 'bg-negative-soft' : 'bg-positive-soft',
      )}
    >
      <div className="flex flex-wrap items-center gap-3">
        <FileText
          size={22}
          className={joinClasses('shrink-0', isInfected ? 'text-negative' : 'text-positive')}
          aria-hidden="true"
        />
        <p className="min-w-0 grow basis-40 text-[0.9375rem]">
          {isInfected ? (
            <span className="font-semibold wrap-anywhere">{file.name}</span>
          ) : (
            <a href={documentAddress(document.id)} download className="font-semibold underline wrap-anywhere">
              {file.name}
            </a>
          )}
          <span className="block text-sm text-muted">
            {formatFileSize(file.size)}
            {uploads.isCarriedOver(document) && ', from your earlier submission'}
          </span>
        </p>
        {isInfected && <Badge tone="danger">Virus found</Badge>}
        <Button
          variant="secondary"
          aria-label={`Remove ${file.name}`}
          busy={busy}
          busyText="Removing"
          onClick={() => {
            holdFocus();
            void remove();
          }}
        >
          Remove
        </Button>
      </div>
      {isInfected && (
        <p className="text-sm text-negative">
          The virus scanner found a threat in this file. Remove it, and upload a clean copy.
        </p>
      )}
      {error && <p className="text-sm font-medium text-negative">{error}</p>}
      {isDated(document.kind) && (
        <DocumentDate
          label={label}
          dated={document.dated}
          onDate={canDate ? (dated) => uploads.date(document, dated) : null}
          advice="Upload a newer one if you have it."
        />
      )}
    </li>
  );
}

function useRemoval(remove: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);
  const run = useSingleFlight(async () => {
    setBusy(true);
    setError(null);
    await remove().catch((failure) => setError(messageOf(failure)));
    setBusy(false);
  });
  return { run, busy, error };
}
