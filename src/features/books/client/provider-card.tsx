import { Link } from '@tanstack/react-router';
import { Alert } from '#ui/alert.tsx';
import { Card } from '#ui/card.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { DescriptionList } from '#ui/description-list.tsx';
import { Money } from '#ui/money.tsx';
import type { BooksOverview } from '../books.contract.ts';

type Last = NonNullable<BooksOverview['last']>;
type State = Last['transfers'][number];

const statusName: Record<string, string> = {
  pending: 'pending',
  held: 'on hold',
  completed: 'settled',
  failed: 'failed',
};
const nameOf = ({ direction, status }: State) =>
  `${direction === 'deposit' ? 'Deposits' : 'Withdrawals'} ${statusName[status] ?? status}`;

const columns: readonly DataColumn<State>[] = [
  { key: 'state', header: 'Bank transfers', rowHeader: true, cell: nameOf },
  { key: 'many', header: 'Number', amount: true, cell: ({ many }) => many.toLocaleString('en-US') },
  { key: 'sum', header: 'Sum', amount: true, cell: ({ cents }) => <Money exact cents={cents} /> },
];

/** Bank transfers as we have them, and what the payment provider said when it was asked about them. */
export function ProviderCard({ last, sandbox }: { last: Last; sandbox: boolean }) {
  const { asked, settled, own, differing } = last.provider;
  const transfers = asked === 1 ? '1 transfer' : `${asked.toLocaleString('en-US')} transfers`;
  return (
    <Card
      padded={false}
      title="Bank against ledger"
      description={`${sandbox ? 'The sandbox bank' : 'The payment provider'} was asked about ${transfers}: those not settled, and the latest.`}
    >
      <DataTable caption="Bank transfers" columns={columns} rows={last.transfers} rowKey={nameOf} />
      <div className="border-t border-line px-4 py-3">
        <DescriptionList
          items={[
            { term: 'Settled deposits, by the bank', value: <Money exact cents={settled.in} /> },
            { term: 'Settled deposits, by the ledger', value: <Money exact cents={own.in} /> },
            { term: 'Settled withdrawals, by the bank', value: <Money exact cents={settled.out} /> },
            { term: 'Settled withdrawals, by the ledger', value: <Money exact cents={own.out} /> },
          ]}
        />
        {differing.length === 0 ? (
          <Alert tone="success" className="mt-3">
            Bank and ledger agree on every transfer that was asked about.
          </Alert>
        ) : (
          <Alert tone="danger" title="Bank and ledger differ" className="mt-3">
            <ul className="mt-1 grid gap-1 text-sm">
              {differing.slice(0, 20).map(({ transferId, own: ours, provider }) => (
                <li key={transferId} className="wrap-anywhere">
                  <Link to="/admin-audit" search={{ subject: `transfer:${transferId}` }} className="link">
                    {transferId}
                  </Link>
                  : {ours} here, {provider} at the bank
                </li>
              ))}
            </ul>
            {differing.length > 20 && <p className="mt-1">And {differing.length - 20} more.</p>}
          </Alert>
        )}
      </div>
    </Card>
  );
}
