import { useState } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { type UploadAddress, useUpload } from '#platform/browser/upload.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { FileField } from '#ui/file-field.tsx';
import type { StoredFile } from '../files.contract.ts';
import { refuseUpload, UPLOAD_TYPES } from '../files.rules.ts';

interface UploadFieldProps<Answer> {
  label: string;
  hint: string;
  optional?: boolean;
  /** Sends the file. */
  address: UploadAddress;
  /** The stored file, and its path. */
  file: (StoredFile & { href: string }) | null;
  onDone: (answer: Answer) => void;
  onRemove: () => Promise<void>;
}

/** A file that the person chooses: checked by size and type, sent immediately, replaced or removed. */
export function UploadField<Answer>(props: UploadFieldProps<Answer>) {
  const { address, onDone, onRemove, ...field } = props;
  const [failure, setFailure] = useState<string | null>(null);

  function showFailure(error: unknown) {
    setFailure(messageOf(error));
  }

  const upload = useUpload<Answer>(address, { onDone, onFailed: showFailure });

  function choose(chosen: File) {
    const refusal = refuseUpload(chosen);
    setFailure(refusal?.message ?? null);
    if (!refusal) void upload.start(chosen);
  }

  const removal = useCommand({ mutationFn: onRemove }, { onFailed: showFailure });

  return (
    <FileField
      {...field}
      accept={UPLOAD_TYPES.join()}
      error={failure ?? undefined}
      progress={upload.progress}
      removing={removal.busy}
      onChoose={choose}
      onCancel={upload.cancel}
      onRemove={() => {
        setFailure(null);
        void removal.run();
      }}
    />
  );
}
