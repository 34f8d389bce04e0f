import { useQuery } from '@tanstack/react-query';
import { trpc } from '#platform/browser/trpc.ts';
import { weeklySharesTraded } from '../resale.rules.ts';

/** Shares of a property that were resold in the last 7 days, as its Trading tab counts them; undefined while loading. */
export function useWeeklySharesTraded(propertyId: number): number | undefined {
  const { data } = useQuery(trpc.resale.tradingFigures.queryOptions({ propertyId }));
  return data && weeklySharesTraded(data);
}
