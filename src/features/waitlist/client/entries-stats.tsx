import { CalendarDays, CalendarRange, UserRoundCheck, Users } from 'lucide-react';
import { formatPercent } from '#kernel/money.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { StatCard } from '#ui/stat-card.tsx';
import type { WaitlistStats } from '../waitlist.contract.ts';

interface EntriesStatsProps {
  stats: WaitlistStats | undefined;
  failed: boolean;
}

/** The four figures above the list; skeletons while `stats` is loading. */
export function EntriesStats({ stats, failed }: EntriesStatsProps) {
  const waiting = failed ? 'Not available' : <Skeleton className="h-8 w-16" />;
  const figure = (count: number | undefined) => count?.toLocaleString('en-US') ?? waiting;
  return (
    <div className="mb-8 grid grid-cols-2 gap-3 sm:gap-4 lg:grid-cols-4">
      <StatCard label="Total Signups" value={figure(stats?.total)} note="All time" icon={Users} />
      <StatCard
        label="With Names"
        value={figure(stats?.withNames)}
        note={stats ? `${completionRate(stats)} completion rate` : 'Completion rate'}
        icon={UserRoundCheck}
      />
      <StatCard label="This Week" value={figure(stats?.thisWeek)} note="Last 7 days" icon={CalendarDays} />
      <StatCard
        label="This Month"
        value={figure(stats?.thisMonth)}
        note="Since one month ago"
        icon={CalendarRange}
      />
    </div>
  );
}

const completionRate = ({ total, withNames }: WaitlistStats) =>
  formatPercent(total === 0 ? 0 : (withNames / total) * 100);
