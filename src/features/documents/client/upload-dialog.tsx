import { type FormEvent, useId, useState } from 'react';
import { fileErrors, MAX_FILE_BYTES, MAX_FILE_TEXT } from '#features/files/files.contract.ts';
import { useDraft } from '#platform/browser/draft.ts';
import { codeOf } from '#platform/browser/errors.ts';
import { requestIdOf } from '#platform/browser/request-id.ts';
import { sendFile } from '#platform/browser/send-file.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { Alert } from '#ui/alert.tsx';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Field, useFieldWiring } from '#ui/field.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { showToast } from '#ui/toast.ts';
import { type DocumentFacts, documentFacts, documentKind } from '../documents.contract.ts';
import { kindLabel } from '../documents.rules.ts';

const ACCEPTED_TYPES = 'image/jpeg,image/png,image/webp,application/pdf';

type Draft = Record<keyof DocumentFacts, string>;
type Problems = Partial<Record<keyof Draft | 'file', string>>;

const EMPTY_DRAFT: Draft = { kind: '', title: '', dated: '' };

function problemsOf(draft: Draft, file: File | null): Problems {
  const checked = documentFacts.safeParse(draft);
  const problems: Problems = {};
  for (const { path, message } of checked.error?.issues ?? []) problems[path[0] as keyof Draft] ??= message;
  if (!file) problems.file = 'Choose a file.';
  else if (file.size > MAX_FILE_BYTES) problems.file = fileErrors.FILE_TOO_LARGE.message;
  else if (file.size === 0) problems.file = fileErrors.FILE_EMPTY.message;
  return problems;
}

/** The upload of one file, the same after a lost answer, also when the dialog was closed meanwhile. */
const uploadOf = (propertyId: number, { name, size, lastModified }: File) =>
  requestIdOf(`documents.upload:${propertyId}:${lastModified}:${size}:${name}`);

/** What is typed and chosen, and the command that sends it. */
function useUpload(propertyId: number, onClose: () => void) {
  const stored = useDraft<Draft>(`document.${propertyId}`);
  const [draft, setDraft] = useState<Draft>({ ...EMPTY_DRAFT, ...stored.initial });
  const [file, setFile] = useState<File | null>(null);
  const mutationFn = (chosen: File) =>
    sendFile(
      'documents',
      `/api/properties/${propertyId}/documents`,
      { ...draft, uploadId: uploadOf(propertyId, chosen).current() },
      chosen,
    );
  function leave() {
    stored.clear();
    onClose();
  }
  const send = useCommand(
    { mutationFn },
    {
      onDone(_, chosen) {
        uploadOf(propertyId, chosen).renew();
        showToast({
          title: 'Document uploaded',
          description: 'Anyone who can see this property can now download it.',
        });
        leave();
      },
      onFailed(error) {
        // An earlier attempt had filed it with other details, and the message says so: a further one means another document.
        if (file && codeOf(error) === 'KEY_REUSED') uploadOf(propertyId, file).renew();
      },
    },
  );
  return {
    leave,
    draft,
    type(change: Partial<Draft>) {
      const next = { ...draft, ...change };
      setDraft(next);
      stored.save(next);
    },
    file,
    chooseFile(chosen: File | null) {
      setFile(chosen);
      send.reset();
    },
    send,
  };
}

/** Files a document about a property; for its owner and admins. */
export function UploadDialog({ propertyId, onClose }: { propertyId: number; onClose: () => void }) {
  const formId = useId();
  const { leave, draft, type, file, chooseFile, send } = useUpload(propertyId, onClose);
  const [tried, setTried] = useState(false);
  const problems = tried ? problemsOf(draft, file) : {};
  const refusedFile = (codeOf(send.error) ?? '') in fileErrors;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    setTried(true);
    const [first] = Object.keys(problemsOf(draft, file));
    if (first) event.currentTarget.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (file) void send.run(file);
  }

  return (
    <Dialog
      open
      onClose={leave}
      title="Upload a document"
      description={`An image or PDF, up to ${MAX_FILE_TEXT}. Anyone who can see this property can download it, and only an admin can withdraw it.`}
      locked={send.busy}
      footer={
        <>
          <Button variant="secondary" disabled={send.busy} onClick={leave}>
            Cancel
          </Button>
          <Button type="submit" form={formId} busy={send.busy} busyText="Uploading">
            Upload document
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-4">
        {send.errorText && !refusedFile && <Alert tone="danger">{send.errorText}</Alert>}
        <SelectField
          label="Type"
          name="kind"
          required
          placeholder="Choose one"
          options={documentKind.options.map((value) => ({ value, label: kindLabel[value] }))}
          value={draft.kind}
          error={problems.kind}
          onChange={(event) => type({ kind: event.target.value })}
        />
        <TextField
          label="Title"
          name="title"
          required
          maxLength={120}
          value={draft.title}
          error={problems.title}
          onChange={(event) => type({ title: event.target.value })}
        />
        <TextField
          label="Date on the document"
          name="dated"
          type="date"
          required
          value={draft.dated}
          error={problems.dated}
          onChange={(event) => type({ dated: event.target.value })}
        />
        <FileInput
          error={problems.file ?? (refusedFile ? send.errorText : undefined)}
          onChoose={chooseFile}
        />
      </form>
    </Dialog>
  );
}

function FileInput({
  error,
  onChoose,
}: {
  error: string | undefined;
  onChoose: (file: File | null) => void;
}) {
  const wiring = useFieldWiring({ error });
  return (
    <Field wiring={wiring} label="File" error={error}>
      <input
        {...wiring}
        type="file"
        name="file"
        accept={ACCEPTED_TYPES}
        required
        className="input w-full cursor-pointer py-1.5 text-base file:me-3 file:h-full file:cursor-pointer file:rounded-field file:border-0 file:bg-quiet-soft file:px-3 file:font-medium file:text-ink"
        onChange={(event) => onChoose(event.target.files?.[0] ?? null)}
      />
    </Field>
  );
}
