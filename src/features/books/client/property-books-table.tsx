import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Landmark } from 'lucide-react';
import { offeringStateLabel } from '#features/offerings/client/index.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Badge } from '#ui/badge.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import type { PropertyBooks } from '../books.contract.ts';
import { propertiesOptions } from './books-queries.ts';

const offeringTone = { open: 'accent', funded: 'success', failed: 'danger' } as const;

const amounts = [
  ['escrowCents', 'Escrow'],
  ['mortgageCents', 'Mortgage repaid'],
  ['rentCents', 'Rent'],
  ['reserveCents', 'Reserve'],
  ['payableCents', 'Payable'],
] as const;

const columns: readonly DataColumn<PropertyBooks>[] = [
  {
    key: 'name',
    header: 'Property',
    rowHeader: true,
    cell: ({ id, name }) => (
      <Link
        to="/admin-audit"
        search={{ subject: `property:${id}` }}
        className="link-plain inline-flex min-h-6 items-center text-start wrap-anywhere"
      >
        {name}
      </Link>
    ),
  },
  {
    key: 'offering',
    header: 'Offering',
    mobilePlacement: 'underName',
    cell: ({ offering }) => (
      <Badge tone={offeringTone[offering]} icon={offering !== 'open'}>
        {offeringStateLabel[offering]}
      </Badge>
    ),
  },
  ...amounts.map(([key, header]) => ({
    key,
    header,
    amount: true,
    cell: (row: PropertyBooks) => <Money exact cents={row[key]} />,
  })),
];

/** Current ledger balances of each property; a name leads to its rows in the audit log. */
export function PropertyBooksTable() {
  const list = useInfiniteQuery(propertiesOptions());
  return (
    <PagedList
      list={list}
      loadingLabel="Loading the properties"
      errorText={messageOf(list.error)}
      empty={
        <EmptyState
          icon={Landmark}
          title="No property money yet"
          text="Escrow, rent and reserves appear here once a property has any."
        />
      }
    >
      {(rows) => (
        <DataTable caption="Money by property" columns={columns} rows={rows} rowKey={({ id }) => id} />
      )}
    </PagedList>
  );
}
