import { showFailure } from '#features/identity/client/index.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { useCsvDownload } from '#platform/browser/use-csv-download.ts';
import { showToast } from '#ui/toast.ts';
import type { EntriesSearch } from './entries-search.ts';
import { entriesText } from './use-entry-changes.ts';

/** Downloads the matching entries as a CSV file. */
export function useEntriesExport(search: EntriesSearch) {
  return useCsvDownload(
    async () => {
      const file = await trpcClient.waitlist.exportEntries.mutate(search);
      return file.entries === 0 ? null : file;
    },
    {
      onDone: (file) =>
        showToast(
          file
            ? { title: 'Export Successful', description: `${entriesText(file.entries)} exported.` }
            : { title: 'No Data', description: 'No waitlist entries to export.', variant: 'destructive' },
        ),
      onFailed: (error) => showFailure(error, 'Export failed'),
    },
  );
}
