import { TaxYearPanel } from '#features/tax/client/index.ts';
import type { Report } from '../reports.contract.ts';
import { ExportButton } from './export-button.tsx';

/** The tax figures of the whole year, also while a quarter is chosen. */
export function TaxTab({ report }: { report: Report }) {
  return (
    <>
      <ExportButton report={report} kind="tax_summary" disabled={false} />
      <TaxYearPanel year={report.year} />
    </>
  );
}
