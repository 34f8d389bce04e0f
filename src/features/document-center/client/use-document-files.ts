import { showFailure } from '#features/identity/client/index.ts';
import { printAnsweredFile, saveAnsweredFile } from '#platform/browser/download.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';

type FileRequest = { do: 'save' | 'print'; id: string } | { do: 'archive'; ids: string[] };

const keyOf = (wanted: FileRequest) => (wanted.do === 'archive' ? 'archive' : `${wanted.do} ${wanted.id}`);

async function fetched(wanted: FileRequest): Promise<void> {
  if (wanted.do === 'archive') {
    saveAnsweredFile(await trpcClient.documentCenter.archive.mutate({ ids: wanted.ids }));
    return;
  }
  const file = await trpcClient.documentCenter.file.query({ id: wanted.id });
  if (wanted.do === 'save') saveAnsweredFile(file);
  else printAnsweredFile(file);
}

/** Fetches documents to save or to print. */
export function useDocumentFiles() {
  const { run, sent } = useCommand(
    { mutationFn: fetched },
    { onFailed: (error) => showFailure(error, 'Download failed') },
  );
  return { run, isRunning: (wanted: FileRequest) => sent != null && keyOf(sent) === keyOf(wanted) };
}
