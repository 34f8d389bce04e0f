import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { showFailure } from '#features/identity/client/index.ts';
import { counted } from '#kernel/plural.ts';
import { saveCsv } from '#platform/browser/download.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { Button } from '#ui/button.tsx';
import { showToast } from '#ui/toast.ts';
import type { LogFilePart } from '../audit.contract.ts';
import type { AuditSearch } from './audit-search.ts';

const linesText = (lines: number) => counted(lines, 'line');

/** Saves everything that the filters find as one file, which the server answers in parts. */
export function ExportButton({ search }: { search: AuditSearch }) {
  const [exported, setExported] = useState(0);
  const file = useMutation({
    async mutationFn() {
      const csv: string[] = [];
      let rows = 0;
      let cursor: string | null = null;
      do {
        const part: LogFilePart = await trpcClient.audit.exportLog.mutate({
          ...search,
          ...(cursor && { cursor }),
        });
        csv.push(part.csv);
        rows += part.rows;
        setExported(rows);
        cursor = part.nextCursor;
        if (cursor === null) saveCsv({ fileName: part.fileName, csv });
      } while (cursor !== null);
      return rows;
    },
    onMutate: () => setExported(0),
    onSuccess: (rows) =>
      showToast({ title: 'Export Successful', description: `${linesText(rows)} exported.` }),
    onError: (error) => showFailure(error, 'Export Failed'),
  });
  return (
    <Button
      variant="secondary"
      busy={file.isPending}
      busyText={exported > 0 ? `${linesText(exported)} so far` : 'Exporting'}
      onClick={() => file.mutate()}
    >
      <Download size={18} aria-hidden="true" />
      Export CSV
    </Button>
  );
}
