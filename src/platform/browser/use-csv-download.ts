import { type CsvFile, saveCsv } from './download.ts';
import { useCommand } from './use-command.ts';

interface CsvDownloadOptions<Fetched> {
  onDone?: (file: Fetched) => void;
  onFailed: (error: unknown) => void;
}

/** Fetches a CSV file and saves it; `fetchFile` answers null where there is nothing to save. */
export function useCsvDownload<Fetched extends CsvFile | null>(
  fetchFile: () => Promise<Fetched>,
  { onDone, onFailed }: CsvDownloadOptions<Fetched>,
) {
  return useCommand(
    {
      async mutationFn() {
        const file = await fetchFile();
        if (file) saveCsv(file);
        return file;
      },
    },
    { ...(onDone && { onDone }), onFailed },
  );
}
