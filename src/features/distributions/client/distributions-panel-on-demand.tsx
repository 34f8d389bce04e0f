import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** One tab of many: its code comes when the tab is opened. */
export const DistributionsPanel = partOnDemand(
  async () => (await import('./distributions-panel.tsx')).DistributionsPanel,
  () => <Skeleton className="h-96 rounded-box" />,
);
