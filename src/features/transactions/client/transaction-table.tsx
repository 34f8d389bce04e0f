import { Link } from '@tanstack/react-router';
import { formatDate } from '#kernel/time.ts';
import { Badge } from '#ui/badge.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { Money } from '#ui/money.tsx';
import type { Transaction } from '../transactions.contract.ts';
import { statusLabel, typeLabel } from '../transactions.rules.ts';

const tones = { completed: 'success', pending: 'warning', failed: 'danger' } as const;
const nothing = (
  <span aria-hidden="true" className="no-value">
    –
  </span>
);

const columns: readonly DataColumn<Transaction>[] = [
  {
    key: 'description',
    header: 'Transaction',
    rowHeader: true,
    cell: ({ at, description, property, statementId, status }) => (
      <span className="block text-start wrap-anywhere">
        <span className="block">
          {property ? (
            <Link to="/property/$id" params={{ id: String(property.id) }} className="link-plain">
              {description}
            </Link>
          ) : (
            description
          )}
        </span>
        <span className="flex flex-wrap items-baseline gap-x-3 text-sm font-normal text-muted">
          <time dateTime={at}>{formatDate(at)}</time>
          {statementId && (
            <Link to="/statement/$id" params={{ id: statementId }} className="link-plain">
              Statement
            </Link>
          )}
          {status !== 'completed' && (
            <span className="lg:hidden print:hidden">
              <Status status={status} />
            </span>
          )}
        </span>
      </span>
    ),
  },
  { key: 'type', header: 'Type', cell: ({ type }) => typeLabel[type] },
  {
    key: 'price',
    header: 'Price per share',
    amount: true,
    cell: ({ pricePerShareCents }) =>
      pricePerShareCents === null ? nothing : <Money exact cents={pricePerShareCents} />,
  },
  {
    key: 'amount',
    header: 'Amount',
    amount: true,
    mobilePlacement: 'lead',
    cell: ({ amountCents }) => <Money exact signed cents={amountCents} />,
  },
  {
    key: 'fee',
    header: 'Fee included',
    amount: true,
    cell: ({ transactionFeeCents }) =>
      transactionFeeCents === 0 ? nothing : <Money exact cents={transactionFeeCents} />,
  },
  {
    key: 'balance',
    header: 'Balance after',
    amount: true,
    cell: ({ balanceAfterCents }) =>
      balanceAfterCents === null ? nothing : <Money exact cents={balanceAfterCents} />,
  },
  {
    key: 'status',
    header: 'Status',
    cell: (transaction) => <Status {...transaction} />,
  },
];

function Status({ status }: Pick<Transaction, 'status'>) {
  return <Badge tone={tones[status]}>{statusLabel[status]}</Badge>;
}

export function TransactionTable({ rows }: { rows: readonly Transaction[] }) {
  return (
    <DataTable
      caption="Transactions, newest first"
      columns={columns}
      rows={rows}
      rowKey={(transaction) => transaction.id}
    />
  );
}
