import { useInfiniteQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useState } from 'react';
import { shareOfAll } from '#features/properties/client/index.ts';
import type { Shareholder } from '#features/properties/market.contract.ts';
import type { PropertyDetail } from '#features/properties/properties.contract.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { ShowAll } from '#ui/show-all.tsx';

const FIRST_PAGE_ITEMS = 5;

type Row = Shareholder & { rank: number };

const columnsOf = (totalShares: number): readonly DataColumn<Row>[] => [
  {
    key: 'name',
    header: 'Name',
    rowHeader: true,
    cell: ({ name, mine }) => (
      <span className="inline-flex flex-wrap items-center gap-2">
        {name}
        {mine && <Badge tone="accent">You</Badge>}
      </span>
    ),
  },
  { key: 'shares', header: 'Shares', amount: true, cell: ({ shares }) => shares.toLocaleString('en-US') },
  {
    key: 'percentage',
    header: 'Percentage',
    amount: true,
    cell: ({ shares }) => shareOfAll(shares, totalShares),
  },
];

const ranked = (holders: readonly Shareholder[]) =>
  holders.map((holder, index): Row => ({ ...holder, rank: index + 1 }));

/** The shareholders, largest holdings first, under pseudonyms. */
export function Shareholders({
  property,
}: {
  property: Pick<PropertyDetail, 'id' | 'totalShares' | 'availableShares' | 'investorCount'>;
}) {
  const { id, totalShares, availableShares, investorCount } = property;
  const [all, setAll] = useState(false);
  const list = useInfiniteQuery(
    trpc.properties.shareholders.infiniteQueryOptions(
      { propertyId: id, limit: 50 },
      { getNextPageParam: (page) => page.nextCursor },
    ),
  );
  const first = list.data?.pages[0]?.items.length ?? 0;
  return (
    <Card
      title="Shareholders"
      description={`Investors appear under pseudonyms. ${availableShares.toLocaleString('en-US')} of ${totalShares.toLocaleString('en-US')} shares are not sold yet.`}
      padded={false}
      className="overflow-hidden"
    >
      <PagedList
        list={{ ...list, hasNextPage: all && list.hasNextPage }}
        place="in a card"
        loadingLabel="Loading the shareholders"
        room={{ rows: FIRST_PAGE_ITEMS + 1, height: 'h-12' }}
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={Users}
            level={3}
            title="No shareholders yet"
            text="The first investor appears here."
          />
        }
      >
        {(holders) => (
          <DataTable
            tableFrom="phone"
            caption="Shareholders, largest first"
            columns={columnsOf(totalShares)}
            rows={ranked(all ? holders : holders.slice(0, FIRST_PAGE_ITEMS))}
            rowKey={({ rank }) => rank}
          />
        )}
      </PagedList>
      {first > FIRST_PAGE_ITEMS && <ShowAll open={all} count={investorCount} onToggle={() => setAll(!all)} />}
    </Card>
  );
}
