import { useQuery } from '@tanstack/react-query';
import { formatUsd, formatUsdShort } from '#kernel/money.ts';
import { monthText } from '#kernel/month-text.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Card } from '#ui/card.tsx';
import { BarChart, ChartSkeleton } from '#ui/charts-on-demand.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { BooksOverview } from '../books.contract.ts';
import { kindName } from '../books.rules.ts';
import { monthsOptions, overviewOptions } from './books-queries.ts';
import { PropertyBooksTable } from './property-books-table.tsx';
import { ProviderCard } from './provider-card.tsx';
import { VerificationCard } from './verification-card.tsx';

/** Whether every cent is where it should be: by our ledger, and by the bank. */
export function BooksScreen() {
  const { data, error, refetch, isFetching } = useQuery(overviewOptions());
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Books"
        description="The ledger by account type, the money it holds for each property, and what the bank reports."
      />
      {error && !data ? (
        <Card>
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : data ? (
        <>
          <VerificationCard books={data} />
          {data.last && (
            <div className="mb-6 grid items-start gap-6 lg:grid-cols-2">
              <TrialBalance last={data.last} />
              <ProviderCard transfers={data.last.transfers} books={data} />
            </div>
          )}
        </>
      ) : (
        <Skeleton className="mb-6 h-72" />
      )}
      <Months />
      <section aria-labelledby="of-properties" className="mt-8">
        <h2 id="of-properties" className="mb-4 text-xl">
          Money by property
        </h2>
        <PropertyBooksTable />
      </section>
    </div>
  );
}

type TrialBalanceRow = NonNullable<BooksOverview['last']>['trialBalance'][number];

const columns: readonly DataColumn<TrialBalanceRow>[] = [
  { key: 'kind', header: 'Accounts', rowHeader: true, cell: ({ kind }) => kindName(kind) },
  { key: 'many', header: 'Count', amount: true, cell: ({ accounts }) => accounts.toLocaleString('en-US') },
  { key: 'balance', header: 'Balance', amount: true, cell: ({ cents }) => <Money exact cents={cents} /> },
];

function TrialBalance({ last }: { last: NonNullable<BooksOverview['last']> }) {
  const total = last.trialBalance.reduce((sum, { cents }) => sum + cents, 0);
  return (
    <Card
      padded={false}
      title="Trial balance"
      description="As of the last verification. The bank’s side is negative: it holds what everyone else owns."
    >
      <DataTable
        caption="Trial balance"
        columns={columns}
        rows={last.trialBalance}
        rowKey={({ kind }) => kind}
      />
      <p className="flex justify-between gap-4 border-t border-line px-4 py-3 font-semibold sm:px-6">
        <span>Adds up to</span>
        <span className={total === 0 ? undefined : 'text-negative'}>
          <Money exact cents={total} />
        </span>
      </p>
    </Card>
  );
}

function Months() {
  const { data, error, refetch, isFetching } = useQuery(monthsOptions());
  return (
    <Card>
      {data ? (
        <BarChart
          title="Money in and out"
          summary="Deposits from banks, and withdrawals and payments to lenders, in the month they settled."
          points={data.map(({ month, inCents, outCents }) => ({
            label: monthText(month),
            values: { in: inCents, out: outCents },
          }))}
          series={[
            { key: 'in', name: 'In' },
            { key: 'out', name: 'Out' },
          ]}
          xTitle="Month"
          yTitle="USD"
          formatValue={formatUsd}
          formatTick={formatUsdShort}
          height={260}
        />
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <ChartSkeleton height={260} />
      )}
    </Card>
  );
}
