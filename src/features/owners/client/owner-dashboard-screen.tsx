import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Building2, HandCoins, Landmark, PiggyBank, UsersRound } from 'lucide-react';
import { VALUATION_NOTE } from '#features/valuations/client/index.ts';
import { formatUsd } from '#kernel/money.ts';
import { monthName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Alert } from '#ui/alert.tsx';
import { Button, buttonClass } from '#ui/button.tsx';
import { joinClasses } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { isLongAmount, Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { SearchField } from '#ui/search-field.tsx';
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
import { SubmissionOptions } from './submission-options.tsx';

/** More properties than that can be searched. */
const MAX_UNSEARCHED_PROPERTIES = 10;

interface DashboardProps {
  search: DashboardSearch;
  onSearch: (next: Record<string, unknown>) => void;
}

/** The owner dashboard: money raised, holders, and distributions owed. */
export function OwnerDashboardScreen({ search, onSearch }: DashboardProps) {
  const { data, error, refetch, isFetching } = useQuery(portfolioOptions());
  const ownsNothing = data?.counts.all === 0;
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Owner Dashboard"
        description="How your properties are funded, what they earn and what is due to shareholders."
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
      {ownsNothing ? <SubmissionOptions /> : <Properties {...{ search, onSearch }} portfolio={data} />}
    </div>
  );
}

function Figures({ portfolio }: { portfolio: OwnerPortfolio | undefined }) {
  const amount = (cents: number | undefined) =>
    cents === undefined ? <Skeleton className="h-8 w-28" /> : <Money cents={cents} />;
  const isLong = portfolio && amountsOf(portfolio).some(isLongAmount);
  return (
    <div
      className={joinClasses(
        'mb-6 grid gap-3 sm:mb-8 sm:grid-cols-2 sm:gap-4 xl:grid-cols-4',
        !isLong && 'grid-cols-2 max-sm:[&_dt]:min-h-10',
      )}
    >
      <StatCard
        label="Total equity raised"
        value={amount(portfolio?.totalEquityRaisedCents)}
        note="Shares sold, at the offering price"
        icon={PiggyBank}
      />
      <StatCard
        label="Number of investors"
        value={
          portfolio ? portfolio.numberOfInvestors.toLocaleString('en-US') : <Skeleton className="h-8 w-16" />
        }
        note="People who hold shares today"
        icon={UsersRound}
      />
      <StatCard
        label="Equity remaining"
        value={amount(portfolio?.equityRemainingCents)}
        note="Unsold shares on the market"
        icon={Landmark}
      />
      <StatCard
        label="Monthly distributions owed"
        value={amount(portfolio?.monthlyDistributionsOwedCents)}
        note={portfolio ? owedText(portfolio) : 'Held or expected'}
        icon={HandCoins}
      />
    </div>
  );
}

const amountsOf = (portfolio: OwnerPortfolio) => [
  portfolio.totalEquityRaisedCents,
  portfolio.equityRemainingCents,
  portfolio.monthlyDistributionsOwedCents,
];

function owedText({ heldCents, expectedCents, monthsDue }: OwnerPortfolio): string {
  if (heldCents === 0 && monthsDue === 0) return 'Nothing held, no month due';
  const expected =
    monthsDue === 0
      ? 'no month due'
      : `${formatUsd(expectedCents)} expected for ${counted(monthsDue, 'unreported month')}`;
  return `${formatUsd(heldCents)} held for payouts, ${expected}. Your share and the fees come off what is not approved yet.`;
}

/** Questions and submissions that wait, which are outside of the list. */
function Waiting({ portfolio: { questions, submissionsInReview } }: { portfolio: OwnerPortfolio }) {
  const questioned = new Set(questions.map(({ submissionId }) => submissionId));
  const inReview = submissionsInReview.filter(({ submissionId }) => !questioned.has(submissionId));
  const count = inReview.length;
  const many = counted(count, 'submission is', 'submissions are');
  return (
    <>
      {questions.length > 0 && (
        <Alert tone="warning" title="Reviewers are waiting for your answer" className="mb-6">
          <ul className="mt-1 grid gap-2">
            {questions.map(({ submissionId, name, question }) => (
              <li key={submissionId} className="wrap-anywhere">
                <SubmissionLink {...{ submissionId, name }} />: {question}
              </li>
            ))}
          </ul>
        </Alert>
      )}
      {count > 0 && (
        <Alert className="mb-6">
          {many} in review. Approved properties appear in the list below.
          <ul className="mt-1 flex flex-wrap gap-x-4">
            {inReview.map(({ submissionId, name }) => (
              <li key={submissionId} className="wrap-anywhere">
                <SubmissionLink {...{ submissionId, name }} />
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </>
  );
}

function SubmissionLink({ submissionId, name }: { submissionId: string; name: string }) {
  return (
    <Link to="/owner-submit/$id" params={{ id: submissionId }} className="link-plain font-semibold">
      {name}
    </Link>
  );
}

interface PropertiesProps extends DashboardProps {
  portfolio: OwnerPortfolio | undefined;
}

function Properties({ search, onSearch, portfolio }: PropertiesProps) {
  const isLong = (portfolio?.counts.all ?? 0) > MAX_UNSEARCHED_PROPERTIES;
  const list = useInfiniteQuery({ ...propertiesOptions(search), placeholderData: keepPreviousData });
  return (
    <section aria-label="Your properties">
      <search aria-label="Filter your properties" className="mb-5 grid grid-cols-2 items-end gap-3 sm:flex">
        {(isLong || search.q) && (
          <SearchField
            label="Search your properties"
            placeholder="Name or location"
            value={search.q ?? ''}
            onSearch={(q) => onSearch({ ...search, q })}
            className="col-span-2 grow"
          />
        )}
        <SelectField
          label="Status"
          className="sm:w-80"
          options={statusOptions}
          value={search.status ?? ''}
          onChange={({ target }) => onSearch({ ...search, status: target.value })}
        />
        <SelectField
          label="Sort by"
          className="sm:w-80 lg:hidden"
          options={sortOptions}
          value={sortOptionOf(search)}
          onChange={({ target }) =>
            onSearch({ q: search.q, status: search.status, ...searchOfSortOption(target.value) })
          }
        />
      </search>
      <PagedList
        list={list}
        loadingLabel="Loading your properties"
        errorText={messageOf(list.error)}
        empty={
          <EmptyState
            icon={Building2}
            title={search.q ? 'No properties found' : 'No properties have this status'}
            action={
              <Button onClick={() => onSearch({ ...search, q: undefined, status: undefined })}>
                Show all properties
              </Button>
            }
          />
        }
      >
        {(rows) => <OwnedProperties {...{ rows, search, onSearch }} />}
      </PagedList>
      {portfolio && (
        <p className="mt-3 text-sm text-muted">
          {VALUATION_NOTE} Last month is {monthName(portfolio.lastMonth)}. Its net operating income is
          compared with the monthly yield: the total valuation times the annual yield, divided by 12.
        </p>
      )}
    </section>
  );
}
