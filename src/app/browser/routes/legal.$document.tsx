import { createFileRoute, notFound } from '@tanstack/react-router';
import { legalIdOf, loadLegalDocument } from '#features/legal/client/legal-queries.ts';
import { LegalScreen } from '#features/legal/client/legal-screen.tsx';
import { described, titled } from '../page-title.ts';

export const Route = createFileRoute('/legal/$document')({
  staticData: { public: true, layout: 'text' },
  loader: async ({ params }) => {
    const id = legalIdOf(params.document);
    if (!id) throw notFound();
    // A failure is shown by the screen, which can try again.
    return loadLegalDocument(id).then(
      ({ title }) => ({ title }),
      () => null,
    );
  },
  head: ({ loaderData, params }) =>
    loaderData
      ? described({
          title: loaderData.title,
          description: `Commonhold’s ${loaderData.title}, currently in effect.`,
          canonical: `/legal/${params.document}`,
        })
      : titled('Legal document'),
  component: LegalPage,
});

function LegalPage() {
  const { document } = Route.useParams();
  return <LegalScreen key={document} document={document} />;
}
