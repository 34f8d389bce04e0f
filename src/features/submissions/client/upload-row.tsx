import { RotateCcw } from 'lucide-react';
import { Button } from '#ui/button.tsx';
import { Progress } from '#ui/progress.tsx';
import type { PendingUpload } from './uploads.ts';

interface UploadRowProps {
  upload: PendingUpload;
  /** Called before the row may go, with the button that has the focus. */
  holdFocus: () => void;
  onRetry: () => void;
  /** Gives it up. */
  onDrop: () => void;
}

/** A file on its way: how far it is, or why it failed. */
export function UploadRow({ upload, holdFocus, onRetry, onDrop }: UploadRowProps) {
  const { file, status, progress, error, canRetry } = upload;
  const percent = Math.round(progress * 100);
  const act = (change: () => void) => () => {
    holdFocus();
    change();
  };
  return (
    <li className="flex flex-wrap items-end gap-3 rounded-box border border-line bg-paper p-3.5">
      {status === 'failed' ? (
        <p className="min-w-0 grow basis-52 text-[0.9375rem]">
          <span className="font-semibold wrap-anywhere">{file.name}</span>
          <span className="block text-sm font-medium text-negative">{error}</span>
        </p>
      ) : (
        <Progress
          label={file.name}
          value={percent}
          valueText={status === 'waiting' ? 'Waiting' : percent < 100 ? `${percent}%` : 'Checking'}
          className="min-w-0 grow basis-52 wrap-anywhere"
        />
      )}
      {canRetry && (
        <Button variant="secondary" aria-label={`Try ${file.name} again`} onClick={act(onRetry)}>
          <RotateCcw size={18} aria-hidden="true" />
          Try again
        </Button>
      )}
      <Button
        variant="secondary"
        aria-label={`${status === 'failed' ? 'Dismiss' : 'Cancel the upload of'} ${file.name}`}
        onClick={act(onDrop)}
      >
        {status === 'failed' ? 'Dismiss' : 'Cancel'}
      </Button>
    </li>
  );
}
