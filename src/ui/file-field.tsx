import { FileText, Upload } from 'lucide-react';
import { useId, useRef } from 'react';
import { formatFileSize } from '#kernel/file-size.ts';
import { Button } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { FieldMessages } from '#ui/field.tsx';
import { Progress } from '#ui/progress.tsx';

interface FileFieldProps {
  label: string;
  hint?: string;
  error?: string | undefined;
  optional?: boolean;
  /** File types of the browser's dialog: media types, as in HTML. */
  accept: string;
  /** The file that is there. `href` downloads it. */
  file: { name: string; size: number; href: string } | null;
  /** The part that has been sent, from 0 to 1; null when nothing is being sent. */
  progress: number | null;
  removing?: boolean;
  onChoose: (file: File) => void;
  onCancel: () => void;
  onRemove: () => void;
  className?: string;
}

/** One file: chosen, or dropped where it is asked for; sent immediately, replaced by the next one, or removed. */
export function FileField(props: FileFieldProps) {
  const { label, hint, error, optional, file, progress, className } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const percent = Math.round((progress ?? 0) * 100);
  return (
    <div className={joinClasses('min-w-0', className)}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
        {optional && <span className="font-normal text-muted"> (optional)</span>}
      </label>
      {file && progress === null && (
        <ChosenFile
          {...props}
          file={file}
          onRemove={() => {
            input.current?.focus();
            props.onRemove();
          }}
        />
      )}
      {progress !== null && (
        <div className="mb-2 flex items-end gap-3 rounded-box border border-line bg-paper p-3.5">
          <Progress
            label={`Uploading ${label}`}
            value={percent}
            valueText={percent < 100 ? `${percent}%` : 'Checking'}
            className="min-w-0 grow"
          />
          <Button variant="secondary" aria-label={`Cancel the upload of ${label}`} onClick={props.onCancel}>
            Cancel
          </Button>
        </div>
      )}
      <FileChooser
        id={id}
        input={input}
        hint={hint}
        error={error}
        accept={props.accept}
        text={file ? 'Replace the file' : 'Choose a file'}
        onChoose={([chosen]) => chosen && props.onChoose(chosen)}
      />
      <FieldMessages id={id} hint={hint} error={error} />
      <p role="status" className="sr-only">
        {progress === null && file ? `${file.name} was uploaded as ${label}.` : ''}
      </p>
    </div>
  );
}

function ChosenFile({
  label,
  file,
  removing = false,
  onRemove,
}: FileFieldProps & { file: NonNullable<FileFieldProps['file']> }) {
  return (
    <div className="mb-2 flex flex-wrap items-center gap-3 rounded-box border border-line bg-positive-soft p-3.5">
      <FileText size={22} className="shrink-0 text-positive" aria-hidden="true" />
      <p className="min-w-0 grow basis-40 text-[0.9375rem]">
        <a href={file.href} download className="font-semibold underline wrap-anywhere">
          {file.name}
        </a>
        <span className="block text-sm text-muted">{formatFileSize(file.size)}</span>
      </p>
      <Button
        variant="secondary"
        aria-label={`Remove ${label}`}
        busy={removing}
        busyText="Removing"
        onClick={onRemove}
      >
        Remove
      </Button>
    </div>
  );
}

interface FileChooserProps {
  id: string;
  input?: React.RefObject<HTMLInputElement | null>;
  /** Whether `FieldMessages` shows a hint and an error below it. */
  hint?: string | undefined;
  error?: string | undefined;
  accept: string;
  multiple?: boolean;
  text: string;
  onChoose: (files: File[]) => void;
}

/** The browser's own file input, drawn as a place to click and to drop on. */
export function FileChooser({
  id,
  input,
  hint,
  error,
  accept,
  multiple = false,
  text,
  onChoose,
}: FileChooserProps) {
  return (
    <div className="relative flex min-h-14 items-center justify-center gap-2.5 rounded-box border border-dashed border-field-line bg-surface px-4 py-3 text-[0.9375rem] outline-offset-2 hover:bg-quiet-soft has-focus-visible:outline-2 has-focus-visible:outline-primary">
      <Upload size={18} className="shrink-0 text-muted" aria-hidden="true" />
      <span aria-hidden="true">
        {text}
        <span className="hidden sm:inline"> or drop {multiple ? 'them' : 'it'} here</span>
      </span>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        multiple={multiple}
        aria-invalid={error ? true : undefined}
        aria-describedby={
          [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined
        }
        className="absolute inset-0 cursor-pointer opacity-0 file:cursor-pointer"
        onChange={({ target }) => {
          const chosen = [...(target.files ?? [])];
          // The same file can be chosen again after it was refused.
          target.value = '';
          if (chosen.length > 0) onChoose(chosen);
        }}
      />
    </div>
  );
}
