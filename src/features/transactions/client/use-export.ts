import { useState } from 'react';
import { showFailure } from '#features/identity/client/index.ts';
import { saveAnsweredFile } from '#platform/browser/download.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';
import { filterOf, type TransactionsSearch } from './transactions-search.ts';

/** Fetches the history as a file and hands it to the browser to save. */
export function useExport(search: TransactionsSearch) {
  const [exporting, setExporting] = useState(false);
  const start = useSingleFlight(async (format: 'csv' | 'pdf') => {
    setExporting(true);
    showToast({
      title: 'Export Started',
      description: 'Your transaction history is being prepared for download.',
    });
    try {
      saveAnsweredFile(await trpcClient.transactions.export.query({ ...filterOf(search), format }));
    } catch (error) {
      showFailure(error, 'Export Failed');
    } finally {
      setExporting(false);
    }
  });
  return { exporting, start };
}
