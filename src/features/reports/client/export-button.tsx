import { DownloadButton } from '#ui/download-button.tsx';
import type { Report, ReportFileKind } from '../reports.contract.ts';
import { useReportFile } from './use-report-file.ts';

/** Saves the figures of a tab as a CSV file. */
export function ExportButton({
  report,
  kind,
  disabled,
}: {
  report: Report;
  kind: ReportFileKind;
  disabled: boolean;
}) {
  const { save, busy } = useReportFile();
  const { year, quarter, performance } = report;
  const span = kind === 'performance' ? { span: performance.span.id } : {};
  return (
    <div className="no-print mb-4 flex justify-end">
      <DownloadButton
        disabled={disabled}
        busy={busy}
        busyText="Exporting"
        onClick={() => void save({ kind, format: 'csv', year, quarter, ...span })}
      >
        Export CSV
      </DownloadButton>
    </div>
  );
}
