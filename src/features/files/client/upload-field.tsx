import { useState } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { type UploadPlace, useUpload } from '#platform/browser/upload.ts';
import { FileField } from '#ui/file-field.tsx';
import type { StoredFile } from '../files.contract.ts';
import { refuseUpload, UPLOAD_TYPES } from '../files.rules.ts';

interface UploadFieldProps<Answer> {
  label: string;
  hint: string;
  optional?: boolean;
  /** Sends the file. */
  place: UploadPlace;
  /** The stored file, and its path. */
  file: (StoredFile & { href: string }) | null;
  onDone: (answer: Answer) => void;
  onRemove: () => Promise<void>;
}

/** A file that the person chooses: checked by size and type, sent immediately, replaced or removed. */
export function UploadField<Answer>(props: UploadFieldProps<Answer>) {
  const { place, onDone, onRemove, ...field } = props;
  const [failure, setFailure] = useState<string | null>(null);
  const [removing, setRemoving] = useState(false);

  function showFailure(error: unknown) {
    setFailure(messageOf(error));
  }

  const upload = useUpload<Answer>(place, { onDone, onFailed: showFailure });

  function choose(chosen: File) {
    const refusal = refuseUpload(chosen);
    setFailure(refusal?.message ?? null);
    if (!refusal) void upload.start(chosen);
  }

  const remove = useSingleFlight(async () => {
    setFailure(null);
    setRemoving(true);
    await onRemove().catch(showFailure);
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
