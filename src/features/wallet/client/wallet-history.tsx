import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { Landmark } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '#platform/browser/errors.ts';
import { formatMoment } from '#platform/browser/moment.ts';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { LoadMore } from '#ui/load-more.tsx';
import { Money } from '#ui/money.tsx';
import type { BankTransfer, CashMovement } from '../wallet.contract.ts';
import { directionLabel } from './transfer-texts.ts';
import { movementsOptions, transfersOptions } from './wallet-queries.ts';

const movementColumns: readonly DataColumn<CashMovement>[] = [
  {
    key: 'description',
    header: 'Description',
    rowHeader: true,
    cell: (movement) => <Dated at={movement.at}>{movement.description}</Dated>,
  },
  {
    key: 'amount',
    header: 'Amount',
    amount: true,
    mobilePlacement: 'lead',
    cell: (movement) => <Money exact signed cents={movement.amountCents} />,
  },
  {
    key: 'balance',
    header: 'Balance after',
    amount: true,
    mobilePlacement: 'underLead',
    cell: (movement) => (
      <>
        <span className="sm:hidden">Balance </span>
        <Money exact cents={movement.balanceAfterCents} />
      </>
    ),
  },
];

const transferColumns: readonly DataColumn<BankTransfer>[] = [
  {
    key: 'direction',
    header: 'Transfer',
    rowHeader: true,
    cell: (transfer) => <Dated at={transfer.createdAt}>{directionLabel[transfer.direction]}</Dated>,
  },
  {
    key: 'status',
    header: 'Status',
    mobilePlacement: 'underLead',
    cell: (transfer) => <TransferStatus transfer={transfer} />,
  },
  {
    key: 'settled',
    header: 'Settled',
    cell: ({ settledAt }) => (settledAt ? <time dateTime={settledAt}>{formatMoment(settledAt)}</time> : '–'),
  },
  {
    key: 'amount',
    header: 'Amount',
    amount: true,
    mobilePlacement: 'lead',
    cell: (transfer) => <Money exact cents={transfer.amountCents} />,
  },
];

interface HistoryProps {
  /** Null while the account is frozen. */
  onDeposit: (() => void) | null;
}

export function MovementHistory({ onDeposit }: HistoryProps) {
  const query = useSuspenseInfiniteQuery(movementsOptions());
  return (
    <>
      <DataTable
        caption="Cash history, newest first"
        columns={movementColumns}
        rows={query.data.pages.flatMap((page) => page.items)}
        rowKey={(movement) => movement.id}
        empty={
          <NothingYet onDeposit={onDeposit}>Your deposits, purchases and withdrawals appear here.</NothingYet>
        }
      />
      <LoadMore pages={query} errorText={messageOf(query.error)} />
    </>
  );
}

export function TransferHistory({ onDeposit }: HistoryProps) {
  const query = useSuspenseInfiniteQuery(transfersOptions());
  return (
    <>
      <DataTable
        caption="Transfers between your bank and your wallet, newest first"
        columns={transferColumns}
        rows={query.data.pages.flatMap((page) => page.items)}
        rowKey={(transfer) => transfer.id}
        empty={
          <NothingYet onDeposit={onDeposit}>
            Transfers from and to your bank appear here with their status.
          </NothingYet>
        }
      />
      <LoadMore pages={query} errorText={messageOf(query.error)} />
    </>
  );
}

function Dated({ at, children }: { at: string; children: ReactNode }) {
  return (
    <span className="block text-start wrap-anywhere">
      <span className="block">{children}</span>
      <time dateTime={at} className="block text-sm font-normal text-muted">
        {formatMoment(at)}
      </time>
    </span>
  );
}

const statusLook = {
  pending: { tone: 'warning', label: 'Pending' },
  held: { tone: 'warning', label: 'On hold' },
  completed: { tone: 'success', label: 'Completed' },
  failed: { tone: 'danger', label: 'Failed' },
} as const;

function TransferStatus({ transfer }: { transfer: BankTransfer }) {
  const { tone, label } = statusLook[transfer.status];
  const reason = transfer.failureReason ?? transfer.holdReason;
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1 sm:justify-start">
      <Badge tone={tone}>{label}</Badge>
      {reason && <span className="text-sm text-muted wrap-anywhere">{reason}</span>}
    </span>
  );
}

function NothingYet({ onDeposit, children }: HistoryProps & { children: ReactNode }) {
  return (
    <EmptyState
      icon={Landmark}
      title="No activity yet"
      text={children}
      action={onDeposit && <Button onClick={onDeposit}>Make a deposit</Button>}
    />
  );
}
