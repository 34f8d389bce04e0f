import { Download } from 'lucide-react';
import { Button } from '#ui/button.tsx';
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
  const { save, isBusy } = useReportFile();
  const { year, quarter, performance } = report;
  const span = kind === 'performance' ? { span: performance.span.id } : {};
  return (
    <div className="no-print mb-4 flex justify-end">
      <Button
        variant="secondary"
        disabled={disabled}
        busy={isBusy}
        busyText="Exporting"
        onClick={() => void save({ kind, format: 'csv', year, quarter, ...span })}
      >
        <Download size={18} aria-hidden="true" />
        Export CSV
      </Button>
    </div>
  );
}
