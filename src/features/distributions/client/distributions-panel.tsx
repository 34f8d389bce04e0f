import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { HandCoins } from 'lucide-react';
import { useState } from 'react';
import { feeText, MANAGEMENT_FEE_BPS } from '#kernel/fees.ts';
import { formatUsdExact, formatUsdShort } from '#kernel/money.ts';
import { quarterName } from '#kernel/months.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Card } from '#ui/card.tsx';
import { BarChart } from '#ui/charts-on-demand.tsx';
import { type DataColumn, DataTable } from '#ui/data-table.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Money } from '#ui/money.tsx';
import { PagedList } from '#ui/paged-list.tsx';
import { ShowAll } from '#ui/show-all.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { DistributionRow } from '../distributions.contract.ts';
import { PAYMENT_DAY_TEXT } from '../distributions.rules.ts';
import { ofPropertyOptions } from './distribution-queries.ts';
import { NewestStatement } from './newest-statement.tsx';
import { PaymentBadge } from './payment-badge.tsx';
import { ReinvestSwitch } from './reinvest-switch.tsx';

const FIRST_ROWS = 4;

const columns: readonly DataColumn<DistributionRow>[] = [
  {
    key: 'date',
    header: 'Date',
    rowHeader: true,
    cell: (row) => (
      <span className="block text-start">
        <Link
          to="/statement/$id"
          params={{ id: row.id }}
          className="link-plain inline-flex min-h-6 items-center"
        >
          <time dateTime={row.date}>{formatDate(row.date)}</time>
        </Link>
        <span className="block text-sm font-normal text-muted">{quarterName(row.quarter)}</span>
      </span>
    ),
  },
  {
    key: 'status',
    header: 'Status',
    mobilePlacement: 'underLead',
    cell: (row) => <PaymentBadge status={row.status} cents={row.totalCents} />,
  },
  {
    key: 'total',
    header: 'Total distributed',
    amount: true,
    mobilePlacement: 'lead',
    cell: (row) => <Money exact cents={row.totalCents} />,
  },
  {
    key: 'share',
    header: 'Per share',
    amount: true,
    cell: (row) => (row.perShare === null ? '–' : `$${row.perShare}`),
  },
  {
    key: 'rent',
    header: 'Monthly rent',
    amount: true,
    cell: (row) => <Money cents={row.monthlyRentCents} />,
  },
  {
    key: 'own',
    header: 'Your payout',
    amount: true,
    cell: (row) => (row.viewerCents === null ? '–' : <Money exact cents={row.viewerCents} />),
  },
];

export interface DistributionsPanelProps {
  propertyId: number;
  /** Shares that the viewer holds: holders choose reinvestment here. */
  viewerShares: number;
  /** Whether no new share can be bought. */
  isSoldOut: boolean;
}

const PAID = { key: 'paid', name: 'Paid' };
const TO_BE_PAID = { key: 'pending', name: 'To be paid', expected: true };

function QuarterChart({ rows }: { rows: readonly DistributionRow[] }) {
  // A first quarter that paid nothing would be a gap before the bars.
  const shown = rows.slice(0, rows.findLastIndex(({ totalCents }) => totalCents > 0) + 1);
  const isPending = rows.some(({ status }) => status === 'Pending');
  return (
    <BarChart
      title="Distributions by quarter"
      summary="To all shareholders together, after the management fee."
      points={shown.toReversed().map(({ quarter, status, totalCents }) => ({
        label: quarter.replace(/^(\d+)-(Q\d)$/, '$2 $1'),
        values: { [status === 'Paid' ? PAID.key : TO_BE_PAID.key]: totalCents },
      }))}
      series={isPending ? [PAID, TO_BE_PAID] : [PAID]}
      stacked
      xTitle="Quarter"
      yTitle="USD"
      formatValue={formatUsdExact}
      formatTick={formatUsdShort}
      height={240}
    />
  );
}

/** Keeps the place of the newest statement and the chart. */
function FiguresSkeleton() {
  return (
    <SkeletonRegion label="Loading the newest statement" className="grid gap-5">
      <Skeleton className="h-96 rounded-box" />
      <Skeleton className="h-80 rounded-box" />
    </SkeletonRegion>
  );
}

/** The distributions of a property to its holders, the newest first. */
export function DistributionsPanel({ propertyId, viewerShares, isSoldOut }: DistributionsPanelProps) {
  const [all, setAll] = useState(false);
  const list = useInfiniteQuery(ofPropertyOptions(propertyId));
  const rows = list.data?.pages.flatMap(({ items }) => items) ?? [];
  return (
    <div className="loads-in-order grid gap-5 [&>*]:min-w-0">
      {list.isPending && <FiguresSkeleton />}
      <NewestStatement rows={rows} />
      {rows.length > 1 && (
        <Card>
          <QuarterChart rows={rows} />
        </Card>
      )}
      <Card
        title="Distributions"
        description={`Rent is reported monthly and paid out quarterly, on the ${PAYMENT_DAY_TEXT} of the month after the quarter, less a ${feeText(MANAGEMENT_FEE_BPS)} management fee.`}
        padded={false}
      >
        <PagedList
          list={{ ...list, hasNextPage: all && list.hasNextPage }}
          place="in a card"
          loadingLabel="Loading the distributions"
          room={{ rows: FIRST_ROWS, height: 'h-17' }}
          errorText={messageOf(list.error)}
          empty={
            <EmptyState
              icon={HandCoins}
              level={3}
              title="Nothing distributed yet"
              text="The first distribution appears here once a quarter’s statement is approved."
            />
          }
        >
          {(rows) => (
            <DataTable
              caption="Distributions, newest first"
              columns={columns}
              rows={all ? rows : rows.slice(0, FIRST_ROWS)}
              rowKey={({ id }) => id}
            />
          )}
        </PagedList>
        {rows.length > FIRST_ROWS && <ShowAll open={all} onToggle={() => setAll(!all)} />}
      </Card>
      {viewerShares > 0 && <ReinvestSwitch {...{ propertyId, isSoldOut }} />}
    </div>
  );
}
