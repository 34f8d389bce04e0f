import { createFileRoute, notFound } from '@tanstack/react-router';
import { ArticleScreen } from '#features/learn/client/article-screen.tsx';
import { loadArticle } from '#features/learn/client/learn-queries.ts';
import { slugOf } from '#kernel/slug.ts';
import { isNotFound } from '#platform/browser/errors.ts';
import { described, titled } from '../page-title.ts';

export const Route = createFileRoute('/learn/$slug')({
  staticData: { public: true, layout: 'text' },
  loader: async ({ params }) => {
    // No article has such an address, and the server refuses to look for some of them.
    if (slugOf(params.slug) !== params.slug) throw notFound();
    try {
      const { title, summary } = await loadArticle(params.slug);
      return { title, summary };
    } catch (error) {
      if (isNotFound(error)) throw notFound();
      // Any other failure is shown by the screen, which can try again.
      return null;
    }
  },
  head: ({ loaderData, params }) =>
    loaderData
      ? described({
          title: loaderData.title,
          description: loaderData.summary,
          canonical: `/learn/${params.slug}`,
        })
      : titled('Article'),
  component: ArticlePage,
});

function ArticlePage() {
  const { slug } = Route.useParams();
  return <ArticleScreen key={slug} slug={slug} />;
}
