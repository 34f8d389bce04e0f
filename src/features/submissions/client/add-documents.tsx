import { useEffect, useId, useRef, useState } from 'react';
import { MAX_FILE_TEXT } from '#features/files/files.contract.ts';
import { refreshed } from '#platform/browser/refresh.ts';
import { FieldMessages } from '#ui/field.tsx';
import { FileChooser } from '#ui/file-field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import {
  type OwnSubmission,
  quickDocumentKinds,
  type SubmissionDocumentKind,
  submissionDocumentKind,
  wizardDocumentKinds,
} from '../submissions.contract.ts';
import { acceptedFiles, documentLabel } from '../submissions.rules.ts';
import { UploadRow } from './upload-row.tsx';
import { useUploads } from './uploads.ts';

interface AddDocumentsProps {
  submission: OwnSubmission;
  /** Called with whether files are being uploaded. */
  onSending: (isSending: boolean) => void;
}

/** Adds documents to a pending submission, as evidence for an answer. They are there as soon as they have arrived. */
export function AddDocuments({ submission: { id: submissionId, wayIn }, onSending }: AddDocumentsProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [kind, setKind] = useState<SubmissionDocumentKind>('other');
  const [announcement, setAnnouncement] = useState('');
  const { uploads, add, retry, drop } = useUploads({ wayIn, submissionId }, async ({ file }) => {
    await refreshed();
    setAnnouncement(`${file.name} was added to your documents.`);
  });
  const isSending = uploads.some(({ status }) => status !== 'failed');
  useEffect(() => onSending(isSending), [isSending, onSending]);
  const { types, text } = acceptedFiles(wayIn, kind);
  const hint = `${text}, at most ${MAX_FILE_TEXT} each. They are added to your documents right away.`;
  const kinds = [...(wayIn === 'quick' ? quickDocumentKinds : wizardDocumentKinds), 'other'] as const;
  const holdFocus = () => input.current?.focus();
  const failed = uploads.find(({ status }) => status === 'failed');
  return (
    <div className="grid gap-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
      <SelectField
        label="Document to add"
        options={kinds.map((value) => ({ value, label: documentLabel[value] }))}
        value={kind}
        onChange={({ target }) => setKind(submissionDocumentKind.parse(target.value))}
      />
      <div className="min-w-0">
        <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
          Files<span className="font-normal text-muted"> (optional)</span>
        </label>
        {uploads.length > 0 && (
          <ul className="mb-2 grid gap-2">
            {uploads.map((upload) => (
              <UploadRow
                key={upload.id}
                upload={upload}
                holdFocus={holdFocus}
                onRetry={() => retry(upload.id)}
                onDrop={() => drop(upload.id)}
              />
            ))}
          </ul>
        )}
        <FileChooser
          id={id}
          input={input}
          hint={hint}
          accept={types.join()}
          multiple
          text="Choose files"
          onChoose={(files) => add(kind, files)}
        />
        <FieldMessages id={id} hint={hint} />
        <p role="status" className="text-sm text-positive">
          {failed ? (
            <span className="sr-only">{`${failed.file.name} was not uploaded. ${failed.error}`}</span>
          ) : (
            announcement
          )}
        </p>
      </div>
    </div>
  );
}
