import { useQuery } from '@tanstack/react-query';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { Allocation } from '../auto-invest.contract.ts';

type Order = Allocation['orders'][number];

const count = (shares: number) => shares.toLocaleString('en-US');

const columns = [
  {
    key: 'who',
    header: 'Investor',
    cell: ({ isOwn, rank }: Order) => (isOwn ? <strong>You</strong> : <code>{rank.slice(0, 12)}</code>),
  },
  { key: 'wanted', header: 'Wanted', amount: true, cell: ({ wantedShares }: Order) => count(wantedShares) },
  {
    key: 'allocated',
    header: 'Allocated',
    amount: true,
    cell: ({ allocatedShares }: Order) => count(allocatedShares),
  },
] as const;

interface AllocationDialogProps {
  runId: string;
  property: { id: number; name: string };
  onClose: () => void;
}

/** Allocation of a property's shares in a run, so that everyone can check it. */
export function AllocationDialog({ runId, property, onClose }: AllocationDialogProps) {
  const { data, error, refetch } = useQuery(
    trpc.autoInvest.allocation.queryOptions({ runId, propertyId: property.id }),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      size="medium"
      title={`How shares of ${property.name} were dealt`}
      description="Everyone gets as many shares as the others until their order is filled. What is left over goes out one by one in the order of this list, which nobody can choose: it is the SHA-256 of property, investor and run."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error && !data && <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-40" />}
      {data && (
        <>
          <p className="mb-3">
            {count(data.offeredShares)} shares were offered to {count(data.orders.length)}{' '}
            {data.orders.length === 1 ? 'investor' : 'investors'}
            {data.minimumOrderShares > 1 && `, at least ${count(data.minimumOrderShares)} to each`}.
          </p>
          <DataTable
            caption="Orders in order of allocation"
            columns={columns}
            rows={data.orders}
            rowKey={({ rank }) => rank}
          />
        </>
      )}
    </Dialog>
  );
}
