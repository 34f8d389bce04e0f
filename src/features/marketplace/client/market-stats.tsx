import { useQuery } from '@tanstack/react-query';
import { Building2, Landmark, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import type { MarketStats as Stats } from '#features/properties/market.contract.ts';
import { formatBps } from '#kernel/money.ts';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { FigureCard, FigureCards } from './figure-card.tsx';
import { marketStatsOptions } from './marketplace-queries.ts';

/** The whole market in three figures. */
export function MarketStats() {
  const { data, isPending } = useQuery(marketStatsOptions());
  const figure = (value: ReactNode) =>
    isPending ? <Skeleton className="h-8 w-24 max-w-full" /> : data ? value : 'Not available';
  const all = data && `Of all ${data.listedProperties.toLocaleString('en-US')} listed`;
  return (
    <FigureCards className="sm:grid-cols-3" aria-busy={isPending || undefined}>
      <FigureCard icon={Building2} label="Available properties" note={availableNote(data)}>
        {figure(data?.availableProperties.toLocaleString('en-US'))}
      </FigureCard>
      <FigureCard
        icon={Landmark}
        label="Total market value"
        note={all && `${all}, at valuation or offering price`}
      >
        {figure(data && <Money cents={data.totalMarketValueCents} />)}
      </FigureCard>
      <FigureCard icon={TrendingUp} label="Average annual yield" note={all}>
        {figure(data && formatBps(data.averageYieldBps))}
      </FigureCard>
    </FigureCards>
  );
}

/** Reason why the list below is longer: sold-out properties stay listed. */
function availableNote(stats: Stats | undefined): string | undefined {
  if (!stats) return undefined;
  const soldOut = stats.listedProperties - stats.availableProperties;
  const listed = `Of ${stats.listedProperties.toLocaleString('en-US')} listed`;
  return soldOut === 0 ? listed : `${listed}; ${soldOut.toLocaleString('en-US')} sold out`;
}
