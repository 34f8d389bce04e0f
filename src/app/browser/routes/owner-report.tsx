import { createFileRoute } from '@tanstack/react-router';
import { ReportScreen } from '#features/distributions/client/report-screen.tsx';
import { SignedIn } from '#features/identity/client/index.ts';
import { titled } from '../page-title.ts';

export const Route = createFileRoute('/owner-report')({
  validateSearch: ({ property }: Record<string, unknown>): { property: number } => ({
    property: Number.isSafeInteger(Number(property)) && Number(property) > 0 ? Number(property) : 0,
  }),
  head: () => titled('Monthly Report'),
  component: OwnerReportPage,
});

function OwnerReportPage() {
  const { property } = Route.useSearch();
  return (
    <SignedIn>
      <ReportScreen key={property} propertyId={property} />
    </SignedIn>
  );
}
