import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Repeat } from 'lucide-react';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import type { WashTrades } from '../resale.contract.ts';
import { WASH_WINDOW_DAYS } from '../resale.rules.ts';
import { washTradesOptions } from './wash-trades-queries.ts';

/** Accounts that trade shares of a property back and forth; their trades are left out of every figure. */
export function WashTradesScreen() {
  const list = useInfiniteQuery(washTradesOptions());
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Wash trades"
        description={`Pairs of accounts that traded the same property’s shares back and forth within ${WASH_WINDOW_DAYS} days. The trades stand, but are left out of prices, volumes and charts.`}
      />
      <PagedList
        list={list}
        loadingLabel="Loading wash trades"
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={Repeat}
            title="No wash trades"
            text="Accounts that trade shares back and forth appear here."
          />
        }
      >
        {(rows) => <DataTable caption="Wash trades" columns={columns} rows={rows} rowKey={({ id }) => id} />}
      </PagedList>
    </div>
  );
}

const columns: DataColumn<WashTrades>[] = [
  {
    key: 'property',
    header: 'Property',
    rowHeader: true,
    cell: ({ property }) => (
      <Link to="/property/$id" params={{ id: String(property.id) }} className="link-plain">
        {property.name}
      </Link>
    ),
  },
  {
    key: 'accounts',
    header: 'Accounts',
    cell: ({ people }) => (
      <span className="grid">
        {people.map(({ id, email }) => (
          <span key={id} className="wrap-anywhere">
            {email}
          </span>
        ))}
      </span>
    ),
  },
  { key: 'trades', header: 'Trades', amount: true, cell: ({ trades }) => trades.toLocaleString('en-US') },
  { key: 'shares', header: 'Shares', amount: true, cell: ({ shares }) => shares.toLocaleString('en-US') },
  {
    key: 'amount',
    header: 'Amount',
    amount: true,
    cell: ({ amountCents }) => <Money exact cents={amountCents} />,
  },
  {
    key: 'time',
    header: 'First and last',
    cell: ({ firstAt, lastAt }) => [...new Set([formatDate(firstAt), formatDate(lastAt)])].join(' to '),
  },
];
