import { Link } from '@tanstack/react-router';
import { counted } from '#kernel/plural.ts';
import { formatMoment, timeAgo } from '#platform/browser/moment.ts';
import { Alert } from '#ui/alert.tsx';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import type { BankComparison, BooksOverview } from '../books.contract.ts';

type LastVerification = NonNullable<BooksOverview['last']>;
type TransferTotal = LastVerification['transfers'][number];

const statusName: Record<string, string> = {
  pending: 'pending',
  held: 'on hold',
  completed: 'settled',
  failed: 'failed',
};
const nameOf = ({ direction, status }: TransferTotal) =>
  direction === 'lender'
    ? 'Paid to lenders'
    : `${direction === 'deposit' ? 'Deposits' : 'Withdrawals'} ${statusName[status] ?? status}`;

const columns: readonly DataColumn<TransferTotal>[] = [
  { key: 'state', header: 'Bank transfers', rowHeader: true, cell: nameOf },
  { key: 'many', header: 'Count', amount: true, cell: ({ many }) => many.toLocaleString('en-US') },
  { key: 'sum', header: 'Total', amount: true, cell: ({ cents }) => <Money exact cents={cents} /> },
];

interface ProviderCardProps {
  transfers: readonly TransferTotal[];
  books: BooksOverview;
}

/** Totals of bank transfers, and their comparison with the payment provider. */
export function ProviderCard({ transfers, books: { comparison, comparing, sandbox } }: ProviderCardProps) {
  return (
    <Card
      padded={false}
      title="Bank against ledger"
      description={`After each verification, every transfer is compared with ${sandbox ? 'the sandbox bank' : 'the payment provider'}.`}
    >
      <DataTable caption="Bank transfers" columns={columns} rows={transfers} rowKey={nameOf} />
      <div className="grid gap-3 border-t border-line px-4 py-3 sm:px-6 sm:pb-5">
        {comparing && <Running comparison={comparing} />}
        {comparison ? (
          <Complete comparison={comparison} />
        ) : (
          !comparing && <p className="text-muted">No comparison has finished yet.</p>
        )}
      </div>
    </Card>
  );
}

function Running({ comparison }: { comparison: BankComparison }) {
  const { startedAt, compared, differing } = comparison;
  return (
    <Alert tone={differing > 0 ? 'danger' : 'neutral'} title="Comparing now">
      <p>
        {counted(compared, 'transfer')} since {formatMoment(startedAt)}
        {differing > 0 ? `, of which ${differing.toLocaleString('en-US')} differ:` : ', all in agreement.'}
      </p>
      <Differences comparison={comparison} />
    </Alert>
  );
}

function Complete({ comparison }: { comparison: BankComparison }) {
  const { finishedAt, compared, bank, own, differing } = comparison;
  const when = finishedAt ? `${formatMoment(finishedAt)}, ${timeAgo(finishedAt)}` : '';
  return (
    <>
      <DescriptionList
        items={[
          { term: 'Settled deposits, by the bank', value: <Money exact cents={bank.in} /> },
          { term: 'Settled deposits, by the ledger', value: <Money exact cents={own.in} /> },
          { term: 'Settled withdrawals, by the bank', value: <Money exact cents={bank.out} /> },
          { term: 'Settled withdrawals, by the ledger', value: <Money exact cents={own.out} /> },
        ]}
      />
      {differing === 0 ? (
        <Alert tone="success" title={`Bank and ledger agree on all ${counted(compared, 'transfer')}.`}>
          Last complete comparison: {when}.
        </Alert>
      ) : (
        <Alert
          tone="danger"
          title={`Bank and ledger differ on ${differing} of ${counted(compared, 'transfer')}`}
        >
          <p>Last complete comparison: {when}.</p>
          <Differences comparison={comparison} />
        </Alert>
      )}
    </>
  );
}

const MAX_SHOWN_DIFFERENCES = 20;

function Differences({ comparison: { differing, differences } }: { comparison: BankComparison }) {
  if (differing === 0) return null;
  const shown = differences.slice(0, MAX_SHOWN_DIFFERENCES);
  return (
    <>
      <ul className="mt-1 grid gap-1 text-sm">
        {shown.map(({ transferId, own, bank, amounts }) => (
          <li key={transferId} className="wrap-anywhere">
            <Link to="/admin-audit" search={{ subject: `transfer:${transferId}` }} className="link-plain">
              {transferId}
            </Link>
            : {statusName[own] ?? own} here, {statusName[bank] ?? bank} at the bank
            {amounts && (
              <>
                {' '}
                (<Money exact cents={amounts.ownCents} /> here, <Money exact cents={amounts.bankCents} /> at
                the bank)
              </>
            )}
          </li>
        ))}
      </ul>
      {differing > shown.length && (
        <p className="mt-1">And {(differing - shown.length).toLocaleString('en-US')} more.</p>
      )}
    </>
  );
}
