import { useState } from 'react';
import { handleUnauthorized } from '#features/identity/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { useUpload } from '#platform/browser/upload.ts';
import { FileField } from '#ui/file-field.tsx';
import type { StoredFile } from '../files.contract.ts';
import { refuseUpload, UPLOAD_TYPES } from '../files.rules.ts';

export interface UploadFieldProps<Answer> {
  label: string;
  hint: string;
  optional?: boolean;
  /** The REST path that takes the file. */
  path: string;
  /** What is there, and the path that answers it. */
  file: (StoredFile & { href: string }) | null;
  onDone: (answer: Answer) => void;
  onRemove: () => Promise<void>;
  /** After an upload or a removal that was refused, because what it belongs to may have changed. */
  onFailed: () => void;
}

/** A file of the person's own: checked here as far as possible, sent at once, replaced or removed. */
export function UploadField<Answer>(props: UploadFieldProps<Answer>) {
  const { path, onDone, onRemove, onFailed, ...field } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);

  function tell(error: unknown) {
    if (handleUnauthorized(error)) return;
    setFailure(messageOf(error));
    onFailed();
  }

  const upload = useUpload<Answer>(path, { onDone, onFailed: tell });

  function choose(chosen: File) {
    const refusal = refuseUpload(chosen);
    setFailure(refusal?.message ?? null);
    if (!refusal) void upload.start(chosen);
  }

  const remove = useSingleFlight(async () => {
    setFailure(null);
    setRemoving(true);
    await onRemove().catch(tell);
    setRemoving(false);
  });

  return (
    <FileField
      {...field}
      accept={UPLOAD_TYPES.join()}
      error={failure ?? undefined}
      progress={upload.progress}
      removing={removing}
      onChoose={choose}
      onCancel={upload.cancel}
      onRemove={() => void remove()}
    />
  );
}
