import { showFailure } from '#features/identity/client/index.ts';
import { saveAnsweredFile } from '#platform/browser/download.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { useCommand } from '#platform/browser/use-command.ts';
import type { ReportFileKind } from '../reports.contract.ts';

/** Which file is asked for: a report of a period, or the statement of a month. */
export type FileRequest =
  | { kind: ReportFileKind; format: 'csv' | 'pdf'; year: number; quarter: number | null; span?: string }
  | { month: string; format: 'csv' | 'pdf' };

const keyOf = (wanted: FileRequest) =>
  'month' in wanted ? `${wanted.month}.${wanted.format}` : `${wanted.kind}.${wanted.format}`;

function fetched(wanted: FileRequest) {
  if ('month' in wanted) return trpcClient.reports.statementFile.query(wanted);
  const { kind, format, year, quarter, span } = wanted;
  return trpcClient.reports.file.query({
    kind,
    format,
    year,
    ...(quarter !== null && { quarter }),
    ...(span && { span }),
  });
}

/** Fetches a file and hands it to the browser to save. */
export function useReportFile() {
  const { run, busy, sent } = useCommand(
    { mutationFn: async (wanted: FileRequest) => saveAnsweredFile(await fetched(wanted)) },
    { onFailed: (error) => showFailure(error, 'Download failed') },
  );
  return {
    save: run,
    isLoading: (wanted: FileRequest) => sent != null && keyOf(sent) === keyOf(wanted),
    busy,
  };
}
