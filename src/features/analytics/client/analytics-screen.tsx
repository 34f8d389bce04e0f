import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Banknote, Building2, ChartColumn, HandCoins, Percent, UsersRound } from 'lucide-react';
import { showFailure } from '#features/identity/client/index.ts';
import { formatBps, formatUsd, formatUsdShort } from '#kernel/money.ts';
import { monthText } from '#kernel/month-text.ts';
import { counted } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { formatMoment } from '#platform/browser/moment.ts';
import { trpcClient } from '#platform/browser/trpc.ts';
import { useCsvDownload } from '#platform/browser/use-csv-download.ts';
import { Card } from '#ui/card.tsx';
import { BarChart, ChartSkeleton } from '#ui/charts-on-demand.tsx';
import { joinClasses } from '#ui/classes.ts';
import { DownloadButton } from '#ui/download-button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { isLongAmount, Money } from '#ui/money.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatCard } from '#ui/stat-card.tsx';
import { showToast } from '#ui/toast.ts';
import type { AnalyticsFile, PlatformFigures } from '../analytics.contract.ts';
import { figuresOptions } from './analytics-queries.ts';
import { type AnalyticsProps, rangeOf, sortingOf } from './analytics-search.ts';
import { OfferingFunnel } from './offering-funnel.tsx';
import { PeriodFields } from './period-fields.tsx';
import { PropertyFiguresTable } from './property-figures-table.tsx';

/** Money raised and paid by the platform, its investors, and every property with its figures. */
export function AnalyticsScreen({ search, onSearch }: AnalyticsProps) {
  const { data, error, refetch, isFetching } = useQuery({
    ...figuresOptions(search),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Platform Analytics"
        description={
          data?.asOf
            ? `What the platform raised and paid, as of ${formatMoment(data.asOf)}.`
            : 'What the platform raised and paid.'
        }
        actions={
          <ExportButton
            label="Export months"
            fetchFile={() => trpcClient.analytics.exportTrends.query(rangeOf(search))}
          />
        }
      />
      {error && !data ? (
        <Card>
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
        </Card>
      ) : (
        <>
          <Figures figures={data} />
          <PeriodFields figures={data} {...{ search, onSearch }} />
          <Trends figures={data} />
          <OfferingFunnel />
        </>
      )}
      <section aria-labelledby="properties" className="mt-8">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-3">
          <h2 id="properties" className="text-xl">
            Properties
          </h2>
          <ExportButton
            label="Export CSV"
            fetchFile={() => trpcClient.analytics.exportProperties.query(sortingOf(search))}
          />
        </div>
        <PropertyFiguresTable {...{ search, onSearch }} />
      </section>
    </div>
  );
}

function ExportButton({ label, fetchFile }: { label: string; fetchFile: () => Promise<AnalyticsFile> }) {
  const file = useCsvDownload(fetchFile, {
    onDone: ({ rows }) =>
      showToast({ title: 'Export Successful', description: `${counted(rows, 'row')} exported.` }),
    onFailed: (error) => showFailure(error, 'Export failed'),
  });
  return (
    <DownloadButton busy={file.busy} busyText="Exporting" onClick={() => void file.run()}>
      {label}
    </DownloadButton>
  );
}

function Figures({ figures }: { figures: PlatformFigures | undefined }) {
  const waiting = <Skeleton className="h-8 w-24" />;
  const amount = (cents: number | undefined) => (cents === undefined ? waiting : <Money cents={cents} />);
  const number = (value: number | undefined) =>
    value === undefined ? waiting : value.toLocaleString('en-US');
  const yieldText = (bps: number | null) => (bps === null ? 'None yet' : formatBps(bps));
  const isLong =
    figures && [figures.totalEquityRaisedCents, figures.distributionVolumeYtdCents].some(isLongAmount);
  return (
    <div
      className={joinClasses(
        'mb-6 grid gap-3 sm:mb-8 sm:gap-4',
        isLong
          ? 'sm:grid-cols-2 lg:grid-cols-3'
          : 'grid-cols-2 max-sm:*:last:col-span-2 sm:grid-cols-6 sm:*:col-span-2 sm:*:nth-[n+4]:col-span-3 xl:grid-cols-5 xl:*:nth-[n]:col-span-1',
      )}
    >
      <StatCard
        label="Properties listed"
        value={number(figures?.totalPropertiesListed)}
        note="On the market now"
        icon={Building2}
      />
      <StatCard
        label="Total equity raised"
        value={amount(figures?.totalEquityRaisedCents)}
        note="Excluding refunds and fees"
        icon={Banknote}
      />
      <StatCard
        label="Average yield"
        value={figures ? yieldText(figures.averageYieldBps) : waiting}
        note="Weighted by equity raised"
        icon={Percent}
      />
      <StatCard
        label="Active investors"
        value={number(figures?.activeInvestorCount)}
        note="Hold at least one share"
        icon={UsersRound}
      />
      <StatCard
        label="Paid this year"
        value={amount(figures?.distributionVolumeYtdCents)}
        note="Distributions, after fees"
        icon={HandCoins}
      />
    </div>
  );
}

function Trends({ figures }: { figures: PlatformFigures | undefined }) {
  const charts = [
    {
      key: 'equityCents',
      title: 'Monthly equity raised',
      summary: 'A refund is subtracted from the month of its purchase.',
    },
    {
      key: 'distributionsCents',
      title: 'Monthly distributions',
      summary: 'Counted when the last shareholder is paid, after fees.',
    },
  ] as const;
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      {charts.map(({ key, title, summary }) => (
        <Card key={key}>
          {!figures ? (
            <ChartSkeleton height={260} />
          ) : figures.monthlyTrends.every((one) => one[key] === 0) ? (
            <EmptyState
              icon={ChartColumn}
              level={3}
              title={title}
              text="No data for this period. Choose a longer one."
            />
          ) : (
            <BarChart
              title={title}
              summary={summary}
              points={figures.monthlyTrends.map((one) => ({
                label: monthText(one.month),
                values: { amount: one[key] },
              }))}
              series={[{ key: 'amount', name: title }]}
              xTitle="Month"
              yTitle="USD"
              formatValue={formatUsd}
              formatTick={formatUsdShort}
              height={260}
            />
          )}
        </Card>
      ))}
    </div>
  );
}
