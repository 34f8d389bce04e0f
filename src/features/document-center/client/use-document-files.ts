import { useState } from 'react';
import { showFailure } from '#features/identity/client/index.ts';
import { printAnsweredFile, saveAnsweredFile } from '#platform/browser/download.ts';
import { useSingleFlight } from '#platform/browser/single-flight.ts';
import { trpcClient } from '#platform/browser/trpc.ts';

type Wanted = { do: 'save' | 'print'; id: string } | { do: 'archive'; ids: string[] };

const keyOf = (wanted: Wanted) => (wanted.do === 'archive' ? 'archive' : `${wanted.do} ${wanted.id}`);

/** Fetches documents to save or to print; `running` is the key of the one being fetched. */
export function useDocumentFiles() {
  const [running, setRunning] = useState<string | null>(null);
  const run = useSingleFlight(async (wanted: Wanted) => {
    setRunning(keyOf(wanted));
    try {
      if (wanted.do === 'archive')
        saveAnsweredFile(await trpcClient.documentCenter.archive.mutate({ ids: wanted.ids }));
      else {
        const file = await trpcClient.documentCenter.file.query({ id: wanted.id });
        if (wanted.do === 'save') saveAnsweredFile(file);
        else printAnsweredFile(file);
      }
    } catch (error) {
      showFailure(error, 'Download Failed');
    } finally {
      setRunning(null);
    }
  });
  return { run, isRunning: (wanted: Wanted) => running === keyOf(wanted) };
}
