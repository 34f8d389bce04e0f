import { ChartNoAxesCombined } from 'lucide-react';
import { SHARE_VALUE_NOTE } from '#features/valuations/client/index.ts';
import { formatDate } from '#kernel/time.ts';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { PerformanceMetric, Report } from '../reports.contract.ts';
import { headingOf, missingRates, notesOnMissing } from '../returns.rules.ts';
import { ExportButton } from './export-button.tsx';
import { percent, RateText } from './rate-text.tsx';
import type { ReportsProps } from './reports-search.ts';

const columnsBy = (header: string): readonly DataColumn<PerformanceMetric>[] => [
  { key: 'label', header, rowHeader: true, cell: ({ label }) => label },
  {
    key: 'investment',
    header: 'Total investment',
    amount: true,
    cell: ({ totalInvestmentCents }) => <Money exact cents={totalInvestmentCents} />,
  },
  {
    key: 'value',
    header: 'Current value',
    amount: true,
    cell: ({ currentValueCents }) => <Money exact cents={currentValueCents} />,
  },
  {
    key: 'income',
    header: 'Net income',
    amount: true,
    cell: ({ totalIncomeCents, expectedIncomeCents }) => (
      <span className="block">
        <Money exact cents={totalIncomeCents} />
        <span className="block text-xs text-muted">
          <Money exact cents={expectedIncomeCents} /> expected
        </span>
      </span>
    ),
  },
  {
    key: 'change',
    header: 'Price return',
    amount: true,
    cell: ({ priceChangeCents }) => <Money exact signed cents={priceChangeCents} />,
  },
  {
    key: 'fees',
    header: 'Processing fees',
    amount: true,
    cell: ({ feesCents }) => <Money exact cents={feesCents} />,
  },
  {
    key: 'return',
    header: 'Total return',
    amount: true,
    mobilePlacement: 'lead',
    cell: ({ totalReturnCents, totalReturnRate }) => (
      <span className="block">
        <Money exact signed cents={totalReturnCents} />
        <span className="block text-xs">{percent(totalReturnRate.bps)}</span>
      </span>
    ),
  },
  {
    key: 'time',
    header: 'Time-weighted',
    amount: true,
    cell: ({ timeWeighted, timeWeightedYearly }) => (
      <RateText rate={timeWeighted} yearly={timeWeightedYearly} />
    ),
  },
  {
    key: 'money',
    header: 'Money-weighted',
    amount: true,
    cell: ({ moneyWeighted, moneyWeightedYearly }) => (
      <RateText rate={moneyWeighted} yearly={moneyWeightedYearly} />
    ),
  },
];

export function PerformanceTab({ report, search, onSearch }: ReportsProps & { report: Report }) {
  const { byPeriod, span, byProperty, byMarket } = report.performance;
  return (
    <>
      <ExportButton report={report} kind="performance" disabled={byPeriod.length === 0} />
      {byPeriod.length === 0 ? (
        <Card>
          <EmptyState
            icon={ChartNoAxesCombined}
            title="No shares yet"
            text="Returns appear after your first purchase."
          />
        </Card>
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
          <p className="no-print -mb-4 text-sm text-muted lg:hidden">
            Each row shows the total return. Open a row to see all of its figures.
          </p>
          <Group
            title={`By period, through ${formatDate(report.cards.valuedAt)}`}
            header="Period"
            rows={byPeriod}
          />
          <SelectField
            label="Period for returns by property and market"
            options={byPeriod.map(({ id, label }) => ({ value: id, label }))}
            value={span.id}
            onChange={({ target }) => onSearch({ ...search, span: target.value })}
            className="no-print sm:max-w-md"
          />
          <Group title={headingOf('By property', span)} header="Property" rows={byProperty} />
          <Group title={headingOf('By market', span)} header="Market" rows={byMarket} />
        </div>
      )}
      <p className="mt-4 text-sm text-muted">
        Total return is net income and price return less processing fees. The time-weighted return ignores
        when and how much you invested; the money-weighted return counts both. Expected income follows from
        the yield at approval, before the management fee and from the day the offering succeeded. Past returns
        do not predict future ones. {SHARE_VALUE_NOTE}
      </p>
    </>
  );
}

function Group({
  title,
  header,
  rows,
}: {
  title: string;
  header: string;
  rows: readonly PerformanceMetric[];
}) {
  if (rows.length === 0) return null;
  const notes = notesOnMissing(rows.map((row) => ({ label: row.label, missing: missingRates(row) })));
  return (
    <section>
      <h2 className="mb-3 text-xl">{title}</h2>
      <Card padded={false} className="overflow-hidden">
        <DataTable caption={title} columns={columnsBy(header)} rows={rows} rowKey={({ id }) => id} />
      </Card>
      {notes.map((note) => (
        <p key={note} className="mt-2 text-sm text-muted">
          {note}
        </p>
      ))}
    </section>
  );
}
