import { Link } from '@tanstack/react-router';
import { Building2, CalendarClock, Coins, Landmark, PiggyBank, TrendingUp, Wallet } from 'lucide-react';
import { rateText } from '#features/properties/client/index.ts';
import { Change } from '#ui/change.tsx';
import { Money } from '#ui/money.tsx';
import { StatCard } from '#ui/stat-card.tsx';
import type { PortfolioOverview } from '../portfolio.contract.ts';
import { averageYieldBps, changeText } from './portfolio-figures.ts';

export function PortfolioCards({ overview }: { overview: PortfolioOverview }) {
  const { changeThisMonthBps: change } = overview;
  const average = averageYieldBps(overview);
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <StatCard
        label="Portfolio Value"
        icon={Landmark}
        value={<Money cents={overview.totalValueCents} />}
        note={change === null ? undefined : <Change value={change}>{changeText(change)} this month</Change>}
      />
      <StatCard
        label="Properties Owned"
        icon={Building2}
        value={overview.propertyCount.toLocaleString('en-US')}
      />
      <StatCard
        label="Monthly Yield"
        icon={TrendingUp}
        value={<Money cents={overview.monthlyIncomeCents} />}
        note={average === null ? undefined : `${rateText(average)} a year on what you hold`}
      />
      <StatCard
        label="Available Cash"
        icon={Wallet}
        value={<Money exact cents={overview.availableCashCents} />}
        note={
          <Link to="/wallet" className="link-plain inline-flex min-h-6 items-center">
            Open your wallet
          </Link>
        }
      />
    </div>
  );
}

export function IncomeCards({ overview }: { overview: PortfolioOverview }) {
  return (
    <div className="grid gap-4 sm:grid-cols-3 lg:grid-cols-1">
      <StatCard
        label="Total Invested"
        icon={PiggyBank}
        value={<Money cents={overview.totalInvestedCents} />}
        note="Without fees"
      />
      <StatCard
        label="Monthly Projected Income"
        icon={CalendarClock}
        value={<Money cents={overview.monthlyIncomeCents} />}
        note={
          <>
            <Money cents={overview.monthlyIncomeCents * 12} /> a year
          </>
        }
      />
      <StatCard label="Total Shares" icon={Coins} value={overview.totalShares.toLocaleString('en-US')} />
    </div>
  );
}
