import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { PAYMENT_DAY_TEXT } from '#features/distributions/client/index.ts';
import { formatUsdExact, formatUsdShort } from '#kernel/money.ts';
import { monthText } from '#kernel/month-text.ts';
import { formatDate } from '#kernel/time.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Card } from '#ui/card.tsx';
import { BarChart, ChartSkeleton } from '#ui/charts-on-demand.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { PortfolioIncome, UpcomingPayment } from '../portfolio.contract.ts';

const HEIGHT_PX = 260;

const series = [
  { key: 'received', name: 'Received' },
  { key: 'expected', name: 'Expected', expected: true },
] as const;

/** Distributions by month, what of them is still to come, and the next payments; nothing where there is neither. */
export function IncomeCards() {
  const { data, error, refetch, isFetching } = useQuery(trpc.portfolio.income.queryOptions());
  if (error && !data) {
    return (
      <Card title="Income by month">
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      </Card>
    );
  }
  if (data && data.receivedCents === 0 && data.upcoming.length === 0) return null;
  return (
    <div className="grid gap-4 lg:grid-cols-3">
      <Card className="min-w-0 lg:col-span-2">
        {data ? <IncomeChart income={data} /> : <ChartSkeleton height={HEIGHT_PX} />}
      </Card>
      <Card
        title="Next payments"
        description={`Distributions are paid on the ${PAYMENT_DAY_TEXT} of the month after each quarter.`}
      >
        {data ? <Upcoming upcoming={data.upcoming} /> : <Skeleton className="h-40" />}
      </Card>
    </div>
  );
}

function IncomeChart({ income: { months } }: { income: PortfolioIncome }) {
  return (
    <BarChart
      title="Income by month"
      summary="Distributions after the management fee. Expected amounts are based on stated yields, and actual payouts can be lower."
      points={months.map(({ month, receivedCents, expectedCents }) => ({
        label: monthText(month),
        values: {
          received: receivedCents || (expectedCents > 0 ? null : 0),
          expected: expectedCents || null,
        },
      }))}
      series={series}
      stacked
      xTitle="Month"
      yTitle="USD"
      formatValue={formatUsdExact}
      formatTick={formatUsdShort}
      height={HEIGHT_PX}
    />
  );
}

function stateOf({ isApproved, isLate, month }: UpcomingPayment): string {
  if (isLate) return `Late, paid once it is approved; shown in ${monthText(month)}`;
  return isApproved ? 'Approved' : 'Expected';
}

/** The properties of a payment: "Maple Court, Birch Row and 3 more". */
function PaidBy({ properties, propertyCount }: Pick<UpcomingPayment, 'properties' | 'propertyCount'>) {
  const more = propertyCount - properties.length;
  return (
    <p className="mt-1 text-sm wrap-anywhere">
      {properties.map(({ propertyId, name }, index) => (
        <Fragment key={propertyId}>
          {index > 0 && (more > 0 ? ', ' : ' and ')}
          <Link to="/property/$id" params={{ id: String(propertyId) }} className="link-plain">
            {name}
          </Link>
        </Fragment>
      ))}
      {more > 0 && ` and ${more.toLocaleString('en-US')} more`}
    </p>
  );
}

function Upcoming({ upcoming }: Pick<PortfolioIncome, 'upcoming'>) {
  if (upcoming.length === 0) return <p className="text-muted">Nothing is expected at the moment.</p>;
  return (
    <ul className="divide-y divide-line">
      {upcoming.map((payment) => (
        <li
          key={`${payment.payAt}${payment.isApproved}${payment.amountCents}`}
          className="py-3 first:pt-0 last:pb-0"
        >
          <div className="flex items-baseline justify-between gap-4">
            <span className="min-w-0">
              <time dateTime={payment.payAt} className="font-medium">
                {formatDate(payment.payAt)}
              </time>
              <span className="block text-sm text-muted">{stateOf(payment)}</span>
            </span>
            <Money exact cents={payment.amountCents} className="text-lg font-semibold tracking-tight" />
          </div>
          <PaidBy {...payment} />
        </li>
      ))}
    </ul>
  );
}
