import { createFileRoute } from '@tanstack/react-router';
import { TrustScreen } from '#features/trust/client/trust-screen.tsx';
import { described, titled } from '../page-title.ts';

export const Route = createFileRoute('/about/$page')({
  staticData: { public: true, layout: 'text' },
  loader: async ({ params }) => (await import('../about-loading.ts')).loadAboutPage(params.page),
  head: ({ loaderData }) => (loaderData ? described(loaderData) : titled('About')),
  component: AboutPage,
});

function AboutPage() {
  const { page } = Route.useLoaderData();
  return <TrustScreen key={page} page={page} />;
}
