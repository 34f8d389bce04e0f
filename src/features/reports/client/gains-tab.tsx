import { Scale } from 'lucide-react';
import { WASH_SALE_DAYS } from '#features/lots/wash-sale.contract.ts';
import { formatDate } from '#kernel/time.ts';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import type { CapitalGainRow, Report } from '../reports.contract.ts';
import { NO_COST } from '../returns.rules.ts';
import { ExportButton } from './export-button.tsx';
import { percent } from './rate-text.tsx';

const columns: readonly DataColumn<CapitalGainRow>[] = [
  {
    key: 'property',
    header: 'Property',
    rowHeader: true,
    cell: ({ kind, propertyName, acquiredDate, saleDate }) => (
      <span className="block text-start">
        {kind === 'sale' ? propertyName : `${propertyName}, return of capital beyond cost`}
        <span className="block text-sm font-normal text-muted">
          {formatDate(acquiredDate)} to {formatDate(saleDate)}
        </span>
      </span>
    ),
  },
  {
    key: 'shares',
    header: 'Shares sold',
    amount: true,
    cell: ({ kind, sharesSold }) => (kind === 'sale' ? sharesSold.toLocaleString('en-US') : 'None'),
  },
  { key: 'term', header: 'Term', cell: ({ term }) => (term === 'short' ? 'Short' : 'Long') },
  {
    key: 'sale',
    header: 'Sale price',
    amount: true,
    cell: ({ salePriceCents }) => <Money exact cents={salePriceCents} />,
  },
  {
    key: 'purchase',
    header: 'Purchase price',
    amount: true,
    cell: ({ purchasePriceCents }) => <Money exact cents={purchasePriceCents} />,
  },
  {
    key: 'disallowed',
    header: 'Loss disallowed',
    amount: true,
    cell: ({ disallowedCents }) => <Money exact cents={disallowedCents} />,
  },
  {
    key: 'gain',
    header: 'Gain or loss',
    amount: true,
    cell: ({ gainLossCents, gainLossBps }) => (
      <span className="block">
        <Money exact signed cents={gainLossCents} />
        <span className="block text-xs">{gainLossBps === null ? NO_COST : percent(gainLossBps)}</span>
      </span>
    ),
  },
];

export function GainsTab({ report }: { report: Report }) {
  const { items, count, shortCents, longCents, disallowedCents, totalCents } = report.capitalGains;
  return (
    <>
      <ExportButton report={report} kind="capital_gains" disabled={items.length === 0} />
      <Card padded={false} className="overflow-hidden">
        <DataTable
          caption={`Capital gains, ${report.periodLabel}`}
          columns={columns}
          rows={items}
          rowKey={({ id }) => id}
          empty={
            <EmptyState
              icon={Scale}
              title={`Nothing sold in ${report.periodLabel}`}
              text="Gains and losses appear here when you sell shares on the resale market."
            />
          }
        />
        {count > items.length && (
          <p className="border-t border-line p-4 text-sm text-muted">
            {`The newest ${items.length.toLocaleString('en-US')} of ${count.toLocaleString('en-US')} gains and losses. The CSV file has all of them.`}
          </p>
        )}
      </Card>
      {items.length > 0 && (
        <Card className="mt-6">
          <DescriptionList
            items={[
              { term: 'Short-term', value: <Money exact signed cents={shortCents} /> },
              { term: 'Long-term', value: <Money exact signed cents={longCents} /> },
              { term: 'Losses disallowed as wash sales', value: <Money exact cents={disallowedCents} /> },
              { term: 'Total', value: <Money exact signed cents={totalCents} />, total: true },
            ]}
          />
        </Card>
      )}
      <p className="mt-4 text-sm text-muted">
        Purchase prices include fees. Shares held for a year or less are short-term. A loss is disallowed to
        the extent that shares of the same property were bought within {WASH_SALE_DAYS} days before or after
        the sale, and is added to the purchase price of those shares. Return of capital lowers the purchase
        price from the day it is paid; any excess is a gain on that day.
      </p>
    </>
  );
}
