import { usePageLayout } from '#platform/browser/page-layout.ts';
import { PageSkeleton } from '#ui/page-skeleton.tsx';

/** While the code or the data of a page is on its way; the router itself waits before it shows this. */
export function PendingPage() {
  return <PageSkeleton layout={usePageLayout()} delayMs={0} />;
}
