import { useState } from 'react';
import { showFailure } from '#features/identity/client/index.ts';
import { counted } from '#kernel/plural.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { useCsvDownload } from '#platform/browser/use-csv-download.ts';
import { DownloadButton } from '#ui/download-button.tsx';
import { showToast } from '#ui/toast.ts';
import type { LogFilePart } from '../audit.contract.ts';
import type { AuditSearch } from './audit-search.ts';

const linesText = (lines: number) => counted(lines, 'line');

/** Saves everything that the filters find as one file, which the server answers in parts. */
export function ExportButton({ search }: { search: AuditSearch }) {
  const [exported, setExported] = useState(0);
  async function wholeFile() {
    const csv: string[] = [];
    let rows = 0;
    let cursor: string | null = null;
    setExported(0);
    for (;;) {
      const part: LogFilePart = await trpcClient.audit.exportLog.mutate({
        ...search,
        ...(cursor && { cursor }),
      });
      csv.push(part.csv);
      rows += part.rows;
      setExported(rows);
      cursor = part.nextCursor;
      if (cursor === null) return { fileName: part.fileName, csv, rows };
    }
  }
  const file = useCsvDownload(wholeFile, {
    onDone: ({ rows }) =>
      showToast({ title: 'Export Successful', description: `${linesText(rows)} exported.` }),
    onFailed: (error) => showFailure(error, 'Export failed'),
  });
  return (
    <DownloadButton
      busy={file.busy}
      busyText={exported > 0 ? `${linesText(exported)} so far` : 'Exporting'}
      onClick={() => void file.run()}
    >
      Export CSV
    </DownloadButton>
  );
}
