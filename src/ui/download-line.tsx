import { DownloadButton } from '#ui/download-button.tsx';

interface DownloadLineProps {
  title: string;
  facts: string;
  note: string;
  /** Whether the time to download the file is over. */
  isExpired: boolean;
  busy: boolean;
  onDownload: () => void;
}

/** A released file in a list, with its download until it expires. */
export function DownloadLine({ title, facts, note, isExpired, busy, onDownload }: DownloadLineProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-medium wrap-anywhere">{title}</p>
        <p className="mt-0.5 text-sm text-muted wrap-anywhere">{facts}</p>
        <p className="mt-1 text-sm wrap-anywhere">{note}</p>
      </div>
      {!isExpired && (
        <DownloadButton
          size="small"
          className="min-h-10"
          busy={busy}
          busyText="Exporting"
          onClick={onDownload}
        >
          Download CSV<span className="sr-only"> of {title}</span>
        </DownloadButton>
      )}
    </li>
  );
}
