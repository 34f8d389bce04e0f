import { createFileRoute } from '@tanstack/react-router';
import { OfferingScreen } from '#features/marketplace/client/offering-screen.tsx';
import { described, titled } from '../page-title.ts';

export const Route = createFileRoute('/offering/$slug')({
  staticData: { public: true, layout: 'picture' },
  loader: async ({ params }) => (await import('../offering-loading.ts')).loadOfferingPage(params.slug),
  head: ({ loaderData }) => (loaderData?.head ? described(loaderData.head) : titled('Offering')),
  component: OfferingPage,
});

function OfferingPage() {
  const loaded = Route.useLoaderData();
  return <OfferingScreen key={loaded.id} id={loaded.id} />;
}
