import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { formatMoment } from '#platform/browser/moment.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Badge } from '#ui/badge.tsx';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { Loaded } from '#ui/loaded.tsx';
import { Money } from '#ui/money.tsx';
import { ShowAll } from '#ui/show-all.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { TradeView } from '../resale.contract.ts';

const FIRST_PAGE_ITEMS = 10;

const columns: readonly DataColumn<TradeView>[] = [
  {
    key: 'at',
    header: 'Time',
    rowHeader: true,
    cell: ({ at, mine }) => (
      <span className="inline-flex flex-wrap items-center gap-2 font-normal">
        <time dateTime={at} className="text-balance">
          {formatMoment(at)}
        </time>
        {mine && <Badge tone="accent">{mine === 'bought' ? 'You bought' : 'You sold'}</Badge>}
      </span>
    ),
  },
  { key: 'shares', header: 'Shares', amount: true, cell: ({ shares }) => shares.toLocaleString('en-US') },
  {
    key: 'price',
    header: 'Price',
    amount: true,
    cell: ({ pricePerShareCents }) => <Money exact cents={pricePerShareCents} />,
  },
];

/** The last fifty trades, ten of them at first. */
export function LastTrades({ propertyId }: { propertyId: number }) {
  const [all, setAll] = useState(false);
  const query = useQuery(trpc.resale.trades.queryOptions({ propertyId }));
  return (
    <Card title="Last trades" padded={false} className="overflow-hidden">
      <Loaded
        query={query}
        errorText={messageOf(query.error)}
        skeleton={
          <SkeletonRegion label="Loading the last trades" className="grid gap-3 px-4 pb-6 sm:px-6">
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
            <Skeleton className="h-8" />
          </SkeletonRegion>
        }
      >
        {(data) => (
          <>
            <DataTable
              tableFrom="phone"
              caption="The last trades, newest first"
              columns={columns}
              rows={all ? data : data.slice(0, FIRST_PAGE_ITEMS)}
              rowKey={({ id }) => id}
              empty={<p className="px-4 pb-6 text-muted sm:px-6">No share has been resold yet.</p>}
            />
            {data.length > FIRST_PAGE_ITEMS && (
              <ShowAll open={all} count={data.length} onToggle={() => setAll(!all)} />
            )}
          </>
        )}
      </Loaded>
    </Card>
  );
}
