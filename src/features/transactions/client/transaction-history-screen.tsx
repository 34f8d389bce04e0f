import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowDownLeft, ArrowUpRight, ListChecks, Percent, ReceiptText } from 'lucide-react';
import type { ReactNode } from 'react';
import { counted } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Button, buttonClass } from '#ui/button.tsx';
import { DownloadButton } from '#ui/download-button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatCard } from '#ui/stat-card.tsx';
import type { TransactionSummary } from '../transactions.contract.ts';
import { TransactionFilters } from './transaction-filters.tsx';
import { TransactionTable } from './transaction-table.tsx';
import { listOptions, summaryOptions } from './transactions-queries.ts';
import { isFiltered, type TransactionsSearch } from './transactions-search.ts';
import { useExport } from './use-export.ts';

interface HistoryProps {
  search: TransactionsSearch;
  onSearch: (next: Record<string, unknown>) => void;
}

export function TransactionHistoryScreen({ search, onSearch }: HistoryProps) {
  const { data: summary, isError } = useQuery({
    ...summaryOptions(search),
    placeholderData: keepPreviousData,
  });
  const file = useExport(search);
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Transaction history"
        description="Every change to your available cash, with the balance after it."
        actions={['csv' as const, 'pdf' as const].map((format) => (
          <DownloadButton
            key={format}
            disabled={!summary?.count}
            busy={file.busy}
            busyText="Exporting"
            onClick={() => void file.run(format)}
          >
            Export {format.toUpperCase()}
          </DownloadButton>
        ))}
      />
      <Figures summary={summary} failed={isError} />
      <TransactionFilters
        search={search}
        properties={summary?.properties ?? []}
        onChange={(changed) => onSearch({ ...search, ...changed })}
      />
      <History search={search} onSearch={onSearch} />
      <p className="mt-4 text-sm text-muted">
        Money reserved for a bid leaves your available cash until the bid fills, expires or is canceled.
      </p>
    </div>
  );
}

function Figures({ summary, failed }: { summary: TransactionSummary | undefined; failed: boolean }) {
  const figure = (value: (known: TransactionSummary) => ReactNode) =>
    summary ? value(summary) : failed ? 'Not available' : <Skeleton className="h-8 w-28" />;
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 sm:mb-8 sm:gap-4 lg:grid-cols-4">
      <StatCard
        label="Transactions"
        value={figure(({ count }) => count.toLocaleString('en-US'))}
        note="Matching the filters"
        icon={ListChecks}
      />
      <StatCard
        label="Spent on shares"
        value={figure(({ spentCents }) => <Money exact cents={spentCents} />)}
        note="Including fees, less refunds"
        icon={ArrowUpRight}
      />
      <StatCard
        label="Received"
        value={figure(({ receivedCents }) => <Money exact cents={receivedCents} />)}
        note="Sales, distributions, proceeds"
        icon={ArrowDownLeft}
      />
      <StatCard
        label="Fees paid"
        value={figure(({ feesCents }) => <Money exact cents={feesCents} />)}
        note="Processing fees, less refunds"
        icon={Percent}
      />
    </div>
  );
}

function History({ search, onSearch }: HistoryProps) {
  const list = useInfiniteQuery({ ...listOptions(search), placeholderData: keepPreviousData });
  return (
    <PagedList
      list={list}
      loadingLabel="Loading transactions"
      room={{ rows: 20, height: 'h-18' }}
      errorText={messageOf(list.error)}
      empty={
        isFiltered(search) ? (
          <NoMatch onClear={() => onSearch({})} />
        ) : (
          <NothingLately onAll={() => onSearch({ range: 'all' })} />
        )
      }
    >
      {(rows) => <TransactionTable rows={rows} />}
    </PagedList>
  );
}

function NoMatch({ onClear }: { onClear: () => void }) {
  return (
    <EmptyState
      icon={ReceiptText}
      title="No transactions match your filters"
      text="Choose a longer period or another type."
      action={<Button onClick={onClear}>Clear filters</Button>}
    />
  );
}

/** Nothing in the period that shows first: either nothing ever, or only before it. */
function NothingLately({ onAll }: { onAll: () => void }) {
  const { data: ever, isPending } = useQuery(summaryOptions({ range: 'all' }));
  if (isPending) return <Skeleton className="h-72" />;
  if (ever?.count !== 0) {
    return (
      <EmptyState
        icon={ReceiptText}
        title="No transactions in the last year"
        text={ever ? `You have ${counted(ever.count, 'older transaction')}.` : 'You may have older ones.'}
        action={<Button onClick={onAll}>Show all time</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon={ReceiptText}
      title="No transactions yet"
      text="Deposits, purchases, sales and distributions appear here as soon as they happen."
      action={
        <Link to="/wallet" className={buttonClass({ variant: 'primary' })}>
          Open your wallet
        </Link>
      }
    />
  );
}
