import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** Below what is first seen of a property: its code comes after that. */
export const FinancialsCard = partOnDemand(
  async () => (await import('./financials-card.tsx')).FinancialsCard,
  () => <Skeleton className="h-96 rounded-box" />,
);
