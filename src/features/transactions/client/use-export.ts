import { useState } from 'react';
import { showFailure } from '#features/identity/client/index.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { showToast } from '#ui/toast.ts';
import type { TransactionFile } from '../transactions.contract.ts';
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
      save(await trpcClient.transactions.export.query({ ...filterOf(search), format }));
    } catch (error) {
      showFailure(error, 'Export Failed');
    } finally {
      setExporting(false);
    }
  });
  return { exporting, start };
}

function save({ name, mime, content }: TransactionFile): void {
  const bytes = Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
  const url = URL.createObjectURL(new Blob([bytes], { type: mime }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
