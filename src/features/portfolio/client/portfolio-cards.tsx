import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { feeText, MANAGEMENT_FEE_BPS } from '#kernel/fees.ts';
import { formatBps } from '#kernel/money.ts';
import { trpc } from '#platform/browser/trpc.ts';
import { Card } from '#ui/card.tsx';
import { Change } from '#ui/change.tsx';
import { joinClasses } from '#ui/classes.ts';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import type { PortfolioOverview } from '../portfolio.contract.ts';
import {
  averageYieldBps,
  changeText,
  escrowText,
  monthReturnText,
  noIncomeText,
  valueBasisNote,
} from './portfolio-figures.ts';

/** The value leads; the other documented figures are its parts. */
export function LeadCard({ overview, children }: { overview: PortfolioOverview; children?: ReactNode }) {
  const { returnBps } = overview.thisMonth;
  return (
    <Card padded={false}>
      <dl className="p-4 pb-0 sm:p-6 sm:pb-0">
        <dt className="font-medium text-muted">Portfolio Value</dt>
        <dd className="amount text-4xl leading-tight font-semibold tracking-tight sm:text-5xl">
          <Money cents={overview.totalValueCents} />
        </dd>
        <dd className="mt-1 flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
          {returnBps !== null && (
            <span>
              <Change value={returnBps}>{monthReturnText(returnBps)}</Change>
              {returnBps !== 0 && ' (price return)'}
            </span>
          )}
          {overview.holdings.length > 0 && <span>{valueBasisNote(overview)}</span>}
        </dd>
      </dl>
      {children && <div className="p-4 pb-1 sm:p-6 sm:pb-2">{children}</div>}
      <Parts overview={overview} />
    </Card>
  );
}

function Parts({ overview }: { overview: PortfolioOverview }) {
  const average = averageYieldBps(overview);
  const noIncome = noIncomeText(overview);
  return (
    <dl className="mt-4 grid gap-px overflow-hidden rounded-b-box border-t border-line bg-line sm:grid-cols-2 lg:grid-cols-3">
      <Part term="Properties Owned">{overview.propertyCount.toLocaleString('en-US')}</Part>
      <Part term="Total Shares">{overview.totalShares.toLocaleString('en-US')}</Part>
      <Part term="Total Invested" note="Paid for the shares you hold, before fees">
        <Money exact cents={overview.totalInvestedCents} />
      </Part>
      <Part
        term="Monthly Yield"
        note={
          average === null ? noIncome : `${formatBps(average)} average stated yield${escrowText(overview)}`
        }
      >
        <Money cents={overview.monthlyIncomeCents} />
      </Part>
      <Part
        term="Monthly Projected Income"
        note={
          noIncome ??
          `Shares × offering price × stated yield ÷ 12, before the ${feeText(MANAGEMENT_FEE_BPS)} management fee. Distributions depend on rent and costs, and can be lower.`
        }
      >
        <Money cents={overview.monthlyIncomeCents} />
      </Part>
      <Part
        term="Available Cash"
        note={
          <Link to="/wallet" className="link-plain inline-flex min-h-6 items-center">
            Open your wallet
          </Link>
        }
      >
        <Money exact cents={overview.availableCashCents} />
      </Part>
    </dl>
  );
}

function Part({ term, note, children }: { term: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div className="flex min-w-0 flex-wrap items-baseline justify-between gap-x-4 bg-surface px-4 py-3 sm:block sm:px-6 sm:py-4">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="amount text-xl font-semibold tracking-tight sm:text-2xl">{children}</dd>
      {note && <dd className="mt-0.5 w-full text-sm text-muted">{note}</dd>}
    </div>
  );
}

interface MonthProps {
  overview: PortfolioOverview;
  /** Level of its heading. */
  level?: 2 | 3;
  /** All figures stand beside each other. */
  wide?: boolean;
}

/** Money put in, price return and income: three figures that are never added to one. */
export function Month({ overview, level = 2, wide = false }: MonthProps) {
  const { startValueCents, netInvestedCents, returnCents, returnBps } = overview.thisMonth;
  const { data: income, isError } = useQuery(trpc.portfolio.income.queryOptions());
  const Heading = `h${level}` as const;
  return (
    <>
      <Heading className="text-xl">This month</Heading>
      <p className="mt-1 mb-4 text-sm text-muted">
        What changed your portfolio’s value since the first of the month.
      </p>
      <dl className={joinClasses('grid gap-x-6 gap-y-5 sm:grid-cols-2', wide && 'lg:grid-cols-4')}>
        <Figure term="Value at the start" hint="On the first of the month, UTC">
          <Money exact cents={startValueCents} />
        </Figure>
        <Figure term="Net invested" hint="Bought less sold, before fees">
          <Money exact cents={netInvestedCents} />
        </Figure>
        <Figure
          term="Price return"
          hint={
            <>
              New valuations, and trades above or below what a share is worth
              {returnBps !== null && returnBps !== 0 && (
                <span className="block">
                  {changeText(returnBps)} of the value at the start and what you bought since
                </span>
              )}
            </>
          }
        >
          <Money exact signed cents={returnCents} />
        </Figure>
        <Figure term="Distributions" hint="Received since the first of the month; not part of the value">
          {income && <Money exact cents={income.receivedThisMonthCents} />}
          {!income && (isError ? 'Not available' : <Skeleton className="h-7 w-28" />)}
        </Figure>
      </dl>
    </>
  );
}

function Figure({ term, hint, children }: { term: string; hint: ReactNode; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{term}</dt>
      <dd className="amount text-xl font-semibold tracking-tight">{children}</dd>
      <dd className="mt-0.5 text-sm text-muted">{hint}</dd>
    </div>
  );
}
