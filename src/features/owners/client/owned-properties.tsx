import { Link } from '@tanstack/react-router';
import { formatBps } from '#kernel/money.ts';
import { counted, plural } from '#kernel/plural.ts';
import { type DataColumn, DataTable, leadingBy } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import type { OwnedProperty } from '../owners.contract.ts';
import type { DashboardSearch } from './dashboard-search.ts';
import { LastMonthIncome, OwnedStatusBadge } from './owned-status.tsx';

const columns: readonly DataColumn<OwnedProperty>[] = [
  {
    key: 'name',
    header: 'Property',
    rowHeader: true,
    sortable: true,
    cell: ({ id, name, location, status, statusReason }) => (
      <span className="block text-start wrap-anywhere sm:min-w-40">
        <Link
          to="/owner-dashboard/$id"
          params={{ id: String(id) }}
          className="link-plain inline-flex min-h-6 items-center"
        >
          {name}
        </Link>
        <span className="block text-sm font-normal text-muted">{location}</span>
        {statusReason && status !== 'Active' && status !== 'Fully Funded' && (
          <span className="mt-1 block max-w-56 text-sm font-normal text-muted max-lg:max-w-none">
            {statusReason}
          </span>
        )}
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    cell: ({ status }) => <OwnedStatusBadge status={status} />,
  },
  {
    key: 'valuation',
    header: 'Total valuation',
    amount: true,
    sortable: true,
    cell: ({ totalValuationCents }) => <Money cents={totalValuationCents} />,
  },
  {
    key: 'equitySold',
    header: 'Equity sold',
    amount: true,
    sortable: true,
    cell: ({ equitySoldCents }) => <Money cents={equitySoldCents} />,
  },
  {
    key: 'monthlyYield',
    header: 'Monthly yield',
    amount: true,
    sortable: true,
    cell: ({ monthlyYieldCents }) => <Money cents={monthlyYieldCents} />,
  },
  {
    key: 'lastMonthIncome',
    header: 'Last month’s income',
    amount: true,
    sortable: true,
    cell: (row) => <LastMonthIncome income={row} />,
  },
  {
    key: 'capRate',
    header: 'Cap rate',
    amount: true,
    sortable: true,
    cell: ({ capRateBps }) => formatBps(capRateBps),
  },
  {
    key: 'monthsDue',
    header: 'To do',
    sortable: true,
    cell: (row) => <span className="block whitespace-pre-line lg:min-w-24">{toDoText(row)}</span>,
  },
];

function toDoText({ status, monthsDue, openVotes }: OwnedProperty): string {
  const parts = [
    status === 'Rejected' && 'Correct and submit again',
    monthsDue > 0 && `${counted(monthsDue, 'report')} due`,
    openVotes > 0 && `${openVotes} open ${plural(openVotes, 'vote')}`,
  ].filter(Boolean);
  return parts.length > 0 ? parts.join('\n') : 'Nothing due';
}

interface OwnedPropertiesProps {
  rows: readonly OwnedProperty[];
  search: DashboardSearch;
  onSearch: (next: Record<string, unknown>) => void;
}

/** The table of properties, as cards on small screens. */
export function OwnedProperties({ rows, search, onSearch }: OwnedPropertiesProps) {
  const key = search.sort ?? 'name';
  return (
    <DataTable
      caption="Your properties"
      columns={leadingBy(key, columns, 'monthsDue')}
      rows={rows}
      rowKey={({ id }) => id}
      sort={{ key, direction: search.order ?? 'ascending' }}
      onSort={(next) => onSearch({ ...search, sort: next.key, order: next.direction })}
    />
  );
}
