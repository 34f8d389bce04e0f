import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Gavel, Tag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { ToggleChip } from '#ui/toggle-chip.tsx';
import type { Side } from '../order-book.rules.ts';
import type { OwnOrder } from '../resale.contract.ts';
import { CancelOrderDialog } from './cancel-order-dialog.tsx';
import type { OrdersState } from './orders-state.ts';
import { RepriceDialog } from './reprice-dialog.tsx';
import { ownBidsOptions, ownListingsOptions } from './resale-queries.ts';

const words = {
  ask: { title: 'Your listings', one: 'listing', icon: Tag, empty: 'Shares that you offer appear here.' },
  bid: { title: 'Your bids', one: 'bid', icon: Gavel, empty: 'Bids that you place appear here.' },
} as const;

const statusLook = {
  open: { tone: 'warning', label: 'Open' },
  filled: { tone: 'success', label: 'Filled' },
  cancelled: { tone: 'neutral', label: 'Canceled' },
  expired: { tone: 'neutral', label: 'Expired' },
} as const;

type OpenChange = { order: OwnOrder; how: 'cancel' | 'reprice' };

interface OwnOrdersProps {
  side: Side;
  state: OrdersState;
  onState: (state: OrdersState) => void;
  /** Text and action when there are none. */
  action?: ReactNode;
}

/** The viewer's own listings or bids, open or closed, with the way to change the open ones. */
export function OwnOrders({ side, state, onState, action }: OwnOrdersProps) {
  const [changing, setChanging] = useState<OpenChange | null>(null);
  const query = useOwnOrders(side, state);
  // As it is now: some of it may be sold while the dialog is open.
  const shown = query.data?.pages.flatMap(({ items }) => items as OwnOrder[]) ?? [];
  const changed = changing && (shown.find(({ id }) => id === changing.order.id) ?? changing.order);
  return (
    <>
      <fieldset className="flex gap-2 px-4 sm:px-6">
        <legend className="sr-only">Which of {words[side].title.toLowerCase()}</legend>
        <ToggleChip pressed={state === 'open'} onClick={() => onState('open')}>
          Open
        </ToggleChip>
        <ToggleChip pressed={state === 'closed'} onClick={() => onState('closed')}>
          Closed
        </ToggleChip>
      </fieldset>
      <div className="pt-2">
        <PagedList
          list={query}
          place="in a card"
          loadingLabel={`Loading ${words[side].title.toLowerCase()}`}
          room={{ rows: 3, height: 'h-17' }}
          errorText={messageOf(query.error)}
          empty={<NoOrders side={side} state={state} action={action} />}
        >
          {(orders) => (
            <DataTable
              caption={`${words[side].title}, newest first`}
              columns={columnsOf(side, state, (order, how) => setChanging({ order, how }))}
              rows={orders}
              rowKey={({ id }) => id}
            />
          )}
        </PagedList>
      </div>
      {changed && changing.how === 'cancel' && (
        <CancelOrderDialog side={side} order={changed} onClose={() => setChanging(null)} />
      )}
      {changed && changing.how === 'reprice' && (
        <RepriceDialog listing={changed} onClose={() => setChanging(null)} />
      )}
    </>
  );
}

function useOwnOrders(side: Side, state: OrdersState) {
  const listings = useInfiniteQuery({ ...ownListingsOptions(state), enabled: side === 'ask' });
  const bids = useInfiniteQuery({ ...ownBidsOptions(state), enabled: side === 'bid' });
  return side === 'ask' ? listings : bids;
}

function NoOrders({ side, state, action }: { side: Side; state: OrdersState; action: ReactNode }) {
  const { one, icon, empty } = words[side];
  return (
    <EmptyState
      icon={icon}
      level={3}
      className="py-8"
      title={state === 'open' ? `No open ${one}s` : `No closed ${one}s`}
      text={state === 'open' ? empty : `A ${one} that is filled, canceled or expired stays here for good.`}
      action={state === 'open' ? action : undefined}
    />
  );
}

function columnsOf(
  side: Side,
  state: OrdersState,
  onChange: (order: OwnOrder, how: OpenChange['how']) => void,
): DataColumn<OwnOrder>[] {
  return [
    {
      key: 'property',
      header: 'Property',
      rowHeader: true,
      cell: (order) => (
        <span className="block text-start">
          <Link
            to="/property/$id"
            params={{ id: String(order.propertyId) }}
            className="inline-flex min-h-6 items-center wrap-anywhere hover:underline"
          >
            {order.propertyName}
          </Link>
          <span className="block text-sm font-normal text-muted">
            {state === 'open'
              ? `Until ${formatDate(order.expiresAt)}`
              : `Closed ${formatDate(order.closedAt ?? order.expiresAt)}`}
          </span>
          {state === 'open' && order.haltReason !== null && (
            <span className="block text-sm font-normal text-caution">
              Trading is halted: {order.haltReason}
            </span>
          )}
        </span>
      ),
    },
    {
      key: 'shares',
      header: side === 'ask' ? 'Sold' : 'Bought',
      amount: true,
      cell: ({ shares, sharesLeft }) =>
        `${(shares - sharesLeft).toLocaleString('en-US')} of ${shares.toLocaleString('en-US')}`,
    },
    {
      key: 'price',
      header: 'Price',
      amount: true,
      cell: (order) => <Money exact cents={order.pricePerShareCents} />,
    },
    state === 'open'
      ? {
          key: 'actions',
          header: 'Actions',
          headerHidden: true,
          align: 'end',
          cell: (order) => <Actions side={side} order={order} onChange={onChange} />,
        }
      : {
          key: 'status',
          header: 'Status',
          cell: ({ status }) => <Badge tone={statusLook[status].tone}>{statusLook[status].label}</Badge>,
        },
  ];
}

function Actions({
  side,
  order,
  onChange,
}: {
  side: Side;
  order: OwnOrder;
  onChange: (order: OwnOrder, how: OpenChange['how']) => void;
}) {
  const of = `${order.propertyName} at ${(order.pricePerShareCents / 100).toFixed(2)} dollars`;
  return (
    <div className="flex w-full flex-wrap justify-end gap-2 sm:w-auto sm:flex-nowrap">
      {side === 'ask' && (
        <Button
          variant="secondary"
          size="small"
          aria-label={`Change the price of ${of}`}
          onClick={() => onChange(order, 'reprice')}
        >
          Change price
        </Button>
      )}
      <Button
        variant="secondary"
        size="small"
        aria-label={`Cancel ${words[side].one} of ${of}`}
        onClick={() => onChange(order, 'cancel')}
      >
        Cancel
      </Button>
    </div>
  );
}
