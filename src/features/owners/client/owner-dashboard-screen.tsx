import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2, HandCoins, Landmark, PiggyBank, UsersRound } from 'lucide-react';
import { monthName } from '#features/distributions/client/index.ts';
import { formatUsd } from '#kernel/money.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatCard } from '#ui/stat-card.tsx';
import type { OwnerPortfolio } from '../owners.contract.ts';
import {
  type DashboardSearch,
  searchOfSortOption,
  sortOptionOf,
  sortOptions,
  statusOptions,
} from './dashboard-search.ts';
import { OwnedProperties } from './owned-properties.tsx';
import { portfolioOptions, propertiesOptions } from './owner-queries.ts';
import { WaysIn } from './ways-in.tsx';

interface DashboardProps {
  search: DashboardSearch;
  onSearch: (next: Record<string, unknown>) => void;
}

/** What the caller's properties raised, who owns shares of them, and what is owed. */
export function OwnerDashboardScreen({ search, onSearch }: DashboardProps) {
  const { data, error, refetch, isFetching } = useQuery(portfolioOptions());
  const ownsNothing = data?.counts.all === 0;
  return (
    <div className="page-width py-8 sm:py-12">
      <PageHeader
        title="Owner Dashboard"
        description="How your properties are funded, what they earn and what is owed to their investors."
        actions={
          !ownsNothing && (
            <Link to="/submit-property" className={buttonClass({ variant: 'secondary' })}>
              <Building2 size={18} aria-hidden="true" />
              Submit a property
            </Link>
          )
        }
      />
      {error && !data ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <>
          <Figures portfolio={data} />
          {data && <Waiting portfolio={data} />}
        </>
      )}
      {ownsNothing ? <WaysIn /> : <Properties {...{ search, onSearch }} lastMonth={data?.lastMonth} />}
    </div>
  );
}

function Figures({ portfolio }: { portfolio: OwnerPortfolio | undefined }) {
  const amount = (cents: number | undefined) =>
    cents === undefined ? <Skeleton className="h-8 w-28" /> : <Money cents={cents} />;
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 sm:mb-8 sm:gap-4 xl:grid-cols-4">
      <StatCard
        label="Total Equity Raised"
        value={amount(portfolio?.totalEquityRaisedCents)}
        note="Shares sold, at the offering price"
        icon={PiggyBank}
      />
      <StatCard
        label="Number of Investors"
        value={
          portfolio ? portfolio.numberOfInvestors.toLocaleString('en-US') : <Skeleton className="h-8 w-16" />
        }
        note="People who hold shares today"
        icon={UsersRound}
      />
      <StatCard
        label="Equity Remaining"
        value={amount(portfolio?.equityRemainingCents)}
        note="Unsold shares on the market"
        icon={Landmark}
      />
      <StatCard
        label="Monthly Distributions Owed"
        value={amount(portfolio?.monthlyDistributionsOwedCents)}
        note={portfolio ? owedText(portfolio) : 'Paid in or expected'}
        icon={HandCoins}
      />
    </div>
  );
}

function owedText({ heldCents, expectedCents, monthsDue }: OwnerPortfolio): string {
  const months = monthsDue === 1 ? '1 month' : `${monthsDue.toLocaleString('en-US')} months`;
  const expected =
    monthsDue === 0 ? 'no month due' : `${formatUsd(expectedCents)} expected for ${months} due`;
  return `${formatUsd(heldCents)} paid in, ${expected}`;
}

/** What waits for the owner outside the list. */
function Waiting({ portfolio: { questions, submissionsInReview } }: { portfolio: OwnerPortfolio }) {
  if (questions.length > 0) {
    return (
      <Alert tone="warning" title="Reviewers wait for your answer" className="mb-6">
        <ul className="mt-1 grid gap-2">
          {questions.map(({ submissionId, name, question }) => (
            <li key={submissionId} className="wrap-anywhere">
              <Link to="/owner-submit/$id" params={{ id: submissionId }} className="link-plain font-semibold">
                {name}
              </Link>
              : {question}
            </li>
          ))}
        </ul>
      </Alert>
    );
  }
  if (submissionsInReview === 0) return null;
  const many = submissionsInReview === 1 ? '1 submission is' : `${submissionsInReview} submissions are`;
  return <Alert className="mb-6">{many} in review. Approved properties appear in the list below.</Alert>;
}

function Properties({ search, onSearch, lastMonth }: DashboardProps & { lastMonth: string | undefined }) {
  const list = useInfiniteQuery({ ...propertiesOptions(search), placeholderData: keepPreviousData });
  return (
    <section aria-label="Your properties">
      <search
        aria-label="Filter your properties"
        className="mb-5 grid grid-cols-2 gap-3 sm:max-w-xs sm:grid-cols-1"
      >
        <SelectField
          label="Status"
          options={statusOptions}
          value={search.status ?? ''}
          onChange={({ target }) => onSearch({ ...search, status: target.value })}
        />
        <SelectField
          label="Sort by"
          className="sm:hidden"
          options={sortOptions}
          value={sortOptionOf(search)}
          onChange={({ target }) => onSearch({ status: search.status, ...searchOfSortOption(target.value) })}
        />
      </search>
      <PagedList
        list={list}
        loadingLabel="Loading your properties"
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={Building2}
            title="No property has this status"
            action={
              <Button onClick={() => onSearch({ ...search, status: undefined })}>Show all statuses</Button>
            }
          />
        }
      >
        {(rows) => <OwnedProperties {...{ rows, search, onSearch }} />}
      </PagedList>
      {lastMonth && (
        <p className="mt-3 text-sm text-muted">
          Last month is {monthName(lastMonth)}. Its net operating income is compared with the monthly yield:
          the total valuation times the annual yield, divided by 12.
        </p>
      )}
    </section>
  );
}
