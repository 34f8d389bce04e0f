import { showFailure } from '#features/identity/client/index.ts';
import { saveAnsweredFile } from '#platform/browser/download.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import { showToast } from '#ui/toast.ts';
import { filterOf, type TransactionsSearch } from './transactions-search.ts';

/** Fetches the history as a file and hands it to the browser to save. */
export function useExport(search: TransactionsSearch) {
  return useCommand(
    {
      mutationFn(format: 'csv' | 'pdf') {
        showToast({
          title: 'Export Started',
          description: 'Your transaction history is being prepared for download.',
        });
        return trpcClient.transactions.export.query({ ...filterOf(search), format });
      },
    },
    { onDone: saveAnsweredFile, onFailed: (error) => showFailure(error, 'Export failed') },
  );
}
