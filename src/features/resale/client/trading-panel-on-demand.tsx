import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** One tab of many: its code comes when the tab is opened. */
export const TradingPanel = partOnDemand(
  async () => (await import('./trading-panel.tsx')).TradingPanel,
  () => <Skeleton className="h-96 rounded-box" />,
);
