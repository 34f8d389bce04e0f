import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** One tab of many: its code comes when the tab is opened. */
export const GovernancePanel = partOnDemand(
  async () => (await import('./governance-panel.tsx')).GovernancePanel,
  () => <Skeleton className="h-96 rounded-box" />,
);
