import { partOnDemand } from '#ui/on-demand.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

/** A part of one tab of many: its code comes when the tab is opened. */
export const ReportFilesCard = partOnDemand(
  async () => (await import('./report-files-card.tsx')).ReportFilesCard,
  () => <Skeleton className="h-40 rounded-box" />,
);
