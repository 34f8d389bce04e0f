import { useState } from 'react';
import { showFailure } from '#features/identity/client/index.ts';
import { saveCsv } from '#platform/browser/download.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';
import type { EntriesSearch } from './entries-search.ts';
import { entriesText } from './use-entry-changes.ts';

/** Downloads the matching entries as a CSV file. */
export function useEntriesExport(search: EntriesSearch) {
  const [exporting, setExporting] = useState(false);
  const start = useSingleFlight(async () => {
    setExporting(true);
    try {
      const file = await trpcClient.waitlist.exportEntries.query(search);
      if (file.entries === 0) {
        showToast({
          title: 'No Data',
          description: 'No waitlist entries to export.',
          variant: 'destructive',
        });
        return;
      }
      saveCsv(file);
      showToast({ title: 'Export Successful', description: `${entriesText(file.entries)} exported.` });
    } catch (error) {
      showFailure(error, 'Export Failed');
    } finally {
      setExporting(false);
    }
  });
  return { exporting, start };
}
