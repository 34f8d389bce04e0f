import { FileText } from 'lucide-react';
import { monthName } from '#kernel/months.ts';
import { formatDate } from '#kernel/time.ts';
import { Card } from '#ui/card.tsx';
import { DownloadButton } from '#ui/download-button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import type { Report } from '../reports.contract.ts';
import { type FileRequest, useReportFile } from './use-report-file.ts';

export function DownloadsTab({ report }: { report: Report }) {
  const { year, quarter, periodLabel, statements, taxSummaryIsFinal } = report;
  const files = useReportFile();
  const annual: { title: string; note: string; wanted: FileRequest }[] = [
    {
      title: `${year} Tax Summary`,
      note: taxSummaryIsFinal
        ? 'Distributions, sales and rewards for the whole year. Not a tax form, and not filed.'
        : `Preliminary: the final one is ready on Feb 3, ${year + 1}. Not a tax form, and not filed.`,
      wanted: { kind: 'tax_summary', format: 'pdf', year, quarter: null },
    },
    {
      title: `${year} Performance Report`,
      note: `Returns by period, property and market, ${periodLabel}`,
      wanted: { kind: 'performance', format: 'pdf', year, quarter },
    },
    {
      title: 'Capital Gains Summary',
      note: `Every sale with its gain or loss, ${periodLabel}`,
      wanted: { kind: 'capital_gains', format: 'pdf', year, quarter },
    },
  ];
  return (
    <div className="grid gap-8">
      <section>
        <h2 className="mb-3 text-xl">Annual reports</h2>
        <FileList items={annual} files={files} />
      </section>
      <section>
        <h2 className="mb-3 text-xl">Monthly statements</h2>
        {statements.length === 0 ? (
          <Card>
            <EmptyState
              icon={FileText}
              level={3}
              title={`No statements for ${periodLabel}`}
              text="Each month’s statement is issued on the 3rd of the next month."
            />
          </Card>
        ) : (
          <FileList
            files={files}
            items={statements.map(({ month, issuedAt }) => ({
              title: `${monthName(month)} Statement`,
              note: `Issued ${formatDate(issuedAt)}`,
              wanted: { month, format: 'pdf' },
            }))}
          />
        )}
      </section>
    </div>
  );
}

function FileList({
  items,
  files: { save, isLoading },
}: {
  items: readonly { title: string; note: string; wanted: FileRequest }[];
  files: ReturnType<typeof useReportFile>;
}) {
  return (
    <Card padded={false}>
      <ul className="divide-y divide-line">
        {items.map(({ title, note, wanted }) => (
          <li key={title} className="flex items-center justify-between gap-3 px-4 py-4 sm:px-6">
            <span className="min-w-0">
              <span className="block font-semibold">{title}</span>
              <span className="block text-sm text-muted">{note}</span>
            </span>
            <DownloadButton
              className="shrink-0"
              busy={isLoading(wanted)}
              busyText="Preparing"
              aria-label={`Download ${title} as PDF`}
              onClick={() => void save(wanted)}
            >
              PDF
            </DownloadButton>
          </li>
        ))}
      </ul>
    </Card>
  );
}
