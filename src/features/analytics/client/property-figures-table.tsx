import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2 } from 'lucide-react';
import { PropertyStatusBadge } from '#features/properties/client/index.ts';
import { VALUATION_NOTE } from '#features/valuations/client/index.ts';
import { formatBps } from '#kernel/money.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { type DataColumn, DataTable, leadingBy } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SelectField } from '#ui/select-field.tsx';
import type { PropertyFigures } from '../analytics.contract.ts';
import { propertyFiguresOptions } from './analytics-queries.ts';
import { type AnalyticsProps, sortingOf } from './analytics-search.ts';

const columns: readonly DataColumn<PropertyFigures>[] = [
  {
    key: 'name',
    header: 'Property',
    rowHeader: true,
    sortable: true,
    cell: ({ id, name }) => (
      <Link
        to="/property/$id"
        params={{ id: String(id) }}
        className="link-plain inline-flex min-h-6 items-center text-start wrap-anywhere"
      >
        {name}
      </Link>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    cell: ({ status }) => <PropertyStatusBadge status={status} />,
  },
  {
    key: 'valuation',
    header: 'Valuation',
    amount: true,
    sortable: true,
    cell: ({ valuationCents }) => <Money cents={valuationCents} />,
  },
  {
    key: 'equitySold',
    header: 'Equity sold',
    amount: true,
    sortable: true,
    cell: ({ equitySoldCents }) => <Money cents={equitySoldCents} />,
  },
  {
    key: 'investors',
    header: 'Investors',
    amount: true,
    sortable: true,
    cell: ({ investorCount }) => investorCount.toLocaleString('en-US'),
  },
  {
    key: 'yield',
    header: 'Yield',
    amount: true,
    sortable: true,
    cell: ({ annualYieldBps }) => formatBps(annualYieldBps),
  },
  {
    key: 'raised',
    header: 'Total raised',
    amount: true,
    sortable: true,
    cell: ({ totalRaisedCents }) => <Money cents={totalRaisedCents} />,
  },
];

const sortOptions = columns.flatMap(({ key, header }) => [
  { value: `${key} ascending`, label: `${header}, ascending` },
  { value: `${key} descending`, label: `${header}, descending` },
]);

/** Every property with its figures, as cards on small screens. */
export function PropertyFiguresTable({ search, onSearch }: AnalyticsProps) {
  const list = useInfiniteQuery({ ...propertyFiguresOptions(search), placeholderData: keepPreviousData });
  const { sort, order } = sortingOf(search);
  return (
    <>
      <p className="mb-4 text-sm text-muted">{VALUATION_NOTE}</p>
      <SelectField
        label="Sort by"
        className="mb-4 sm:max-w-80 lg:hidden"
        options={sortOptions}
        value={`${sort} ${order}`}
        onChange={({ target }) => {
          const [key, direction] = target.value.split(' ');
          onSearch({ ...search, sort: key, order: direction });
        }}
      />
      <PagedList
        list={list}
        loadingLabel="Loading the properties"
        errorText={messageOf(list.error)}
        empty={
          <EmptyState icon={Building2} title="No properties yet" text="Submitted properties appear here." />
        }
      >
        {(rows) => (
          <DataTable
            caption="Properties with their figures"
            columns={leadingBy(sort, columns, 'raised')}
            rows={rows}
            rowKey={({ id }) => id}
            sort={{ key: sort, direction: order }}
            onSort={({ key, direction }) => onSearch({ ...search, sort: key, order: direction })}
          />
        )}
      </PagedList>
    </>
  );
}
