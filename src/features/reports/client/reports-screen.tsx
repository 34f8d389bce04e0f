import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChartNoAxesCombined, HandCoins, Percent, Scale, Wallet } from 'lucide-react';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { buttonClass } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import { StatCard } from '#ui/stat-card.tsx';
import { Tabs } from '#ui/tabs.tsx';
import type { Report } from '../reports.contract.ts';
import { DownloadsTab } from './downloads-tab.tsx';
import { GainsTab } from './gains-tab.tsx';
import { PerformanceTab } from './performance-tab.tsx';
import { percent } from './rate-text.tsx';
import { reportOptions } from './reports-queries.ts';
import type { ReportsProps } from './reports-search.ts';
import { StatementsTab } from './statements-tab.tsx';
import { TaxTab } from './tax-tab.tsx';

export function ReportsScreen({ search, onSearch }: ReportsProps) {
  const query = useQuery({ ...reportOptions(search), placeholderData: keepPreviousData });
  const { data: report } = query;
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Reports"
        description="What your shares earned, month by month, with files to download. Dates are in UTC."
        actions={report && report.periods.length > 0 && <PeriodSelects {...{ report, search, onSearch }} />}
      />
      {query.isError && !report ? (
        <Card>
          <ErrorState
            text={messageOf(query.error)}
            onRetry={() => void query.refetch()}
            retrying={query.isFetching}
          />
        </Card>
      ) : (
        <>
          <Figures report={report} />
          {report ? (
            <div
              aria-busy={query.isPlaceholderData || undefined}
              className={query.isPlaceholderData ? 'opacity-60' : undefined}
            >
              {report.periods.length === 0 ? (
                <NothingYet />
              ) : (
                <ReportTabs {...{ report, search, onSearch }} />
              )}
            </div>
          ) : (
            <SkeletonRegion label="Loading reports">
              <Skeleton className="mt-8 h-80 w-full" />
            </SkeletonRegion>
          )}
        </>
      )}
    </div>
  );
}

function PeriodSelects({ report, search, onSearch }: ReportsProps & { report: Report }) {
  const quarters = report.periods.find(({ year }) => year === report.year)?.quarters ?? [];
  return (
    <>
      <SelectField
        label="Year"
        options={report.periods.map(({ year }) => ({ value: String(year), label: String(year) }))}
        value={String(report.year)}
        onChange={({ target }) =>
          onSearch({ ...search, year: target.value, quarter: undefined, span: undefined })
        }
        className="min-w-28"
      />
      <SelectField
        label="Quarter"
        placeholder="Whole year"
        options={quarters.map((quarter) => ({ value: String(quarter), label: `Q${quarter}` }))}
        value={report.quarter === null ? '' : String(report.quarter)}
        onChange={({ target }) =>
          onSearch({ ...search, year: report.year, quarter: target.value || undefined, span: undefined })
        }
        className="min-w-36"
      />
    </>
  );
}

function Figures({ report }: { report: Report | undefined }) {
  const amount = (cents: number | undefined, signed = false) =>
    cents === undefined ? <Skeleton className="h-8 w-28" /> : <Money exact signed={signed} cents={cents} />;
  const cards = report?.cards;
  return (
    <div className="mb-6 grid grid-cols-2 gap-3 sm:mb-8 sm:gap-4 lg:grid-cols-4">
      <StatCard
        label="YTD Income"
        value={amount(cards?.incomeCents)}
        note={report ? `Distributions paid to you in ${report.year}` : undefined}
        icon={HandCoins}
      />
      <StatCard
        label="Capital Gains"
        value={amount(cards?.capitalGainsCents, true)}
        note={report ? `Realized gains and losses, ${report.periodLabel}` : undefined}
        icon={Scale}
      />
      <StatCard
        label="Total Return %"
        value={cards ? percent(cards.totalReturnRate.bps) : <Skeleton className="h-8 w-20" />}
        note={
          report
            ? (report.cards.totalReturnRate.reason ??
              `Income and price return less fees, ${report.periodLabel}`)
            : undefined
        }
        icon={Percent}
      />
      <StatCard
        label="Portfolio Value"
        value={amount(cards?.portfolioValueCents)}
        note={cards ? `As of ${formatDate(cards.valuedAt)}, at offering price or valuation` : undefined}
        icon={Wallet}
      />
    </div>
  );
}

function ReportTabs({ report, search, onSearch }: ReportsProps & { report: Report }) {
  return (
    <Tabs
      label="Reports"
      selected={search.tab ?? 'statements'}
      onSelect={(tab) => onSearch({ ...search, tab })}
      tabs={[
        { id: 'statements', title: 'Monthly Statements', content: <StatementsTab report={report} /> },
        {
          id: 'performance',
          title: 'Performance',
          content: <PerformanceTab {...{ report, search, onSearch }} />,
        },
        { id: 'gains', title: 'Capital Gains', content: <GainsTab report={report} /> },
        { id: 'tax', title: 'Tax', content: <TaxTab report={report} /> },
        { id: 'downloads', title: 'Downloads', content: <DownloadsTab report={report} /> },
      ]}
    />
  );
}

function NothingYet() {
  return (
    <Card>
      <EmptyState
        icon={ChartNoAxesCombined}
        title="No reports yet"
        text="Your first monthly statement is issued on the 3rd of the month after your first deposit or purchase."
        action={
          <Link to="/investor-marketplace" className={buttonClass({ variant: 'primary' })}>
            Browse properties
          </Link>
        }
      />
    </Card>
  );
}
