import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { showFailure } from '#features/identity/client/index.ts';
import { counted } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc, trpcClient } from '#platform/browser/trpc.ts';
import { useCsvDownload } from '#platform/browser/use-csv-download.ts';
import { Button } from '#ui/button.tsx';
import { DataTable } from '#ui/data-table.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { DownloadButton } from '#ui/download-button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { ShowAll } from '#ui/show-all.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';
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
      title={`How shares of ${property.name} were allocated`}
      description="Shares are allocated equally, up to what each investor ordered. Any left over go one by one in the order of this list. Nobody chooses that order: it comes from the SHA-256 of the property, investor and run."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {error && !data && <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton className="h-40" />}
      {data && <AllocatedShares allocation={data} of={{ runId, propertyId: property.id }} />}
    </Dialog>
  );
}

/** Rows of the table before all of them are asked for. */
const MAX_FIRST_ORDERS = 20;

interface AllocatedSharesProps {
  allocation: Allocation;
  of: { runId: string; propertyId: number };
}

function AllocatedShares({ allocation, of }: AllocatedSharesProps) {
  const { offeredShares, minimumOrderShares, ownRankText, own, orderCount, orders } = allocation;
  const [isWhole, setWhole] = useState(false);
  const first = orders.slice(0, MAX_FIRST_ORDERS);
  const isOwnShown = own === null || own.place <= MAX_FIRST_ORDERS;
  const shown = isWhole ? orders : isOwnShown ? first : [...first, own];
  return (
    <>
      <p className="mb-3">
        {counted(offeredShares, 'share')} offered to {counted(orderCount, 'investor')}
        {minimumOrderShares > 1 && `, at least ${count(minimumOrderShares)} to each`}.
      </p>
      <DataTable
        caption="Orders, in the order of allocation"
        columns={columns}
        rows={shown}
        rowKey={({ rank }) => rank}
      />
      {orderCount > MAX_FIRST_ORDERS && orderCount === orders.length && (
        <ShowAll open={isWhole} count={orderCount} onToggle={() => setWhole(!isWhole)} />
      )}
      <AllOrders of={of} />
      {own && (
        <div className="mt-5 grid gap-4">
          <p>
            You are number {count(own.place)} of {count(orderCount)}. To verify this, compute the SHA-256 of
            the text below (property, you and run). The result must match your rank.
          </p>
          <ToCopy label="Text" value={ownRankText} />
          <ToCopy label="Your rank" value={own.rank} />
        </div>
      )}
    </>
  );
}

/** All orders as a file, to recount them. */
function AllOrders({ of }: Pick<AllocatedSharesProps, 'of'>) {
  const file = useCsvDownload(() => trpcClient.autoInvest.allocationFile.query(of), {
    onFailed: (error) => showFailure(error),
  });
  return (
    <DownloadButton
      className="mt-3"
      size="small"
      variant="quiet"
      busy={file.busy}
      onClick={() => void file.run()}
    >
      All orders (CSV)
    </DownloadButton>
  );
}

/** A value that is selected as a whole, to be copied. */
function ToCopy({ label, value }: { label: string; value: string }) {
  return <TextField label={label} readOnly value={value} onFocus={(event) => event.currentTarget.select()} />;
}
