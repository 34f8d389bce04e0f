import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** For the few pages of properties that are not on the market: its code comes with them. */
export const PropertyStatusNotice = partOnDemand(
  async () => (await import('./property-status-notice.tsx')).PropertyStatusNotice,
  () => <Skeleton className="mb-6 h-20 rounded-box" />,
);
