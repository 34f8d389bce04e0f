import { useQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import { useState } from 'react';
import { formatBps } from '#kernel/money.ts';
import { monthName } from '#kernel/months.ts';
import { counted } from '#kernel/plural.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { DescriptionList } from '#ui/description-list.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Money } from '#ui/money.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { Financials } from '../distributions.contract.ts';
import { effectiveIncome, expenseKeys, lineLabel, operatingExpenses } from '../distributions.rules.ts';
import { financialsOptions } from './distribution-queries.ts';
import { MonthCharts } from './month-charts.tsx';

/** Income and expenses of a property in its last reported months. */
export function FinancialsCard({ propertyId }: { propertyId: number }) {
  const { data, error, refetch, isFetching } = useQuery(financialsOptions(propertyId));
  if (data) {
    return (
      <Card title="Financials" description={periodOf(data)}>
        <FinancialLines figures={data} />
        <MonthCharts byMonth={data.byMonth} />
      </Card>
    );
  }
  if (data === null) {
    return (
      <Card title="Financials" padded={false}>
        <EmptyState
          icon={ReceiptText}
          level={3}
          title="No months reported yet"
          text="Rent, expenses and net income appear here with the owner’s first monthly report."
          className="pt-4"
        />
      </Card>
    );
  }
  return (
    <Card title="Financials">
      {error ? (
        <ErrorState text={messageOf(error)} onRetry={() => void refetch()} retrying={isFetching} />
      ) : (
        <SkeletonRegion label="Loading the financials" className="grid gap-8 md:grid-cols-3">
          <Skeleton className="h-56" />
          <Skeleton className="h-56" />
          <Skeleton className="h-56" />
        </SkeletonRegion>
      )}
    </Card>
  );
}

function periodOf({ months, from, to }: Financials): string {
  if (months === 1) return `${monthName(to)}, the only month that is reported.`;
  return `${monthName(from)} to ${monthName(to)}, the last ${counted(months, 'reported month')}.`;
}

/** Without the color of a loss: expenses are no bad news. */
const spent = (cents: number) => <Money exact cents={cents === 0 ? 0 : -cents} />;

/** The result; on phones its income and expenses on demand. */
function FinancialLines({ figures }: { figures: Financials }) {
  const { lines, operatingIncomeCents, capRateBps, occupancyBps, reserveHeldCents, months } = figures;
  const [open, setOpen] = useState(false);
  const secondary = joinClasses('md:block print:block', !open && 'hidden');
  return (
    <div className="grid gap-x-10 gap-y-6 md:grid-cols-3">
      <Button
        variant="secondary"
        size="small"
        aria-expanded={open}
        className="no-print justify-self-start md:hidden"
        onClick={() => setOpen(!open)}
      >
        {open ? 'Hide income and expenses' : 'Show income and expenses'}
      </Button>
      <section className={secondary}>
        <h3 className="mb-2 text-lg">Income</h3>
        <DescriptionList
          items={[
            { term: lineLabel.rentCents, value: <Money exact cents={lines.rentCents} /> },
            { term: lineLabel.vacancyCents, value: spent(lines.vacancyCents) },
            { term: lineLabel.otherIncomeCents, value: <Money exact cents={lines.otherIncomeCents} /> },
            {
              term: 'Effective gross income',
              value: <Money exact cents={effectiveIncome(lines)} />,
              total: true,
            },
          ]}
        />
      </section>
      <section className={secondary}>
        <h3 className="mb-2 text-lg">Expenses</h3>
        <DescriptionList
          items={[
            ...expenseKeys.map((key) => ({ term: lineLabel[key], value: spent(lines[key]) })),
            { term: 'Operating expenses', value: spent(operatingExpenses(lines)), total: true },
          ]}
        />
      </section>
      <section>
        <h3 className="mb-2 text-lg">Result</h3>
        <DescriptionList
          items={[
            {
              term: 'Net operating income',
              value: (
                <Money
                  exact
                  signed={operatingIncomeCents < 0}
                  cents={operatingIncomeCents}
                  className="font-semibold"
                />
              ),
            },
            { term: months < 12 ? 'Cap rate, annualized' : 'Cap rate', value: formatBps(capRateBps) },
            ...(occupancyBps === null
              ? []
              : [{ term: 'Economic occupancy', value: formatBps(occupancyBps) }]),
            { term: lineLabel.reserveCents, value: <Money exact cents={lines.reserveCents} /> },
            {
              term: lineLabel.reserveWithdrawnCents,
              value: <Money exact cents={lines.reserveWithdrawnCents} />,
            },
            { term: 'Reserve today', value: <Money exact cents={reserveHeldCents} /> },
          ]}
        />
      </section>
    </div>
  );
}
