import { useQuery } from '@tanstack/react-query';
import { Building2, Landmark, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { rateText } from '#features/properties/client/index.ts';
import { Money } from '#ui/money.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { FigureCard } from './figure-card.tsx';
import { marketStatsOptions } from './marketplace-queries.ts';

/** The whole market in three figures (MKT-24). */
export function MarketStats() {
  const { data, isPending } = useQuery(marketStatsOptions());
  const figure = (value: ReactNode) =>
    isPending ? <Skeleton className="h-8 w-24" /> : data ? value : 'Not available';
  return (
    <dl className="grid gap-3 sm:grid-cols-3 sm:gap-4" aria-busy={isPending || undefined}>
      <FigureCard icon={Building2} label="Available Properties">
        {figure(data?.availableProperties.toLocaleString('en-US'))}
      </FigureCard>
      <FigureCard icon={Landmark} label="Total Market Value">
        {figure(data && <Money cents={data.totalMarketValueCents} />)}
      </FigureCard>
      <FigureCard icon={TrendingUp} label="Average Annual Yield">
        {figure(data && rateText(data.averageYieldBps))}
      </FigureCard>
    </dl>
  );
}
