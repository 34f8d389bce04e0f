import { useQuery } from '@tanstack/react-query';
import { Link, notFound } from '@tanstack/react-router';
import { ArrowLeft, Calculator } from 'lucide-react';
import { formatDate } from '#kernel/time.ts';
import { isNotFound, messageOf } from '#platform/browser/errors.ts';
import { buttonClass } from '#ui/button.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { Skeleton, SkeletonRegion, SkeletonText } from '#ui/skeleton.tsx';
import type { Article, ArticleNode } from '../learn.contract.ts';
import { categoryLabel } from '../learn.rules.ts';
import { ArticleCard, ReadingTime } from './article-card.tsx';
import { ArticleContent } from './article-content.tsx';
import { articleOptions } from './learn-queries.ts';

export function ArticleScreen({ slug }: { slug: string }) {
  const article = useQuery(articleOptions(slug));
  if (article.data) return <ArticlePage article={article.data} />;
  if (article.isPending) return <ArticleSkeleton />;
  if (isNotFound(article.error)) throw notFound();
  return (
    <ErrorState
      text={messageOf(article.error)}
      onRetry={() => void article.refetch()}
      retrying={article.isFetching}
      className="page-width"
    />
  );
}

function ArticlePage({ article }: { article: Article }) {
  const sections = sectionsOf(article.content);
  return (
    <div className="page-width py-6 sm:py-10">
      <Link to="/learn" className="link-plain inline-flex min-h-11 items-center gap-1.5 text-sm font-medium">
        <ArrowLeft size={16} aria-hidden="true" />
        All articles
      </Link>
      <div className="mt-3 grid gap-x-14 gap-y-8 lg:grid-cols-[minmax(0,1fr)_16rem]">
        <article className="prose-width min-w-0">
          <header className="mb-8 border-b border-line pb-6">
            <p className="font-semibold text-brass">{categoryLabel[article.category]}</p>
            <h1 tabIndex={-1} className="mt-2 text-4xl sm:text-5xl">
              {article.title}
            </h1>
            <p className="mt-4 text-lg text-muted sm:text-xl">{article.summary}</p>
            <div className="mt-5 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
              <ReadingTime minutes={article.readingMinutes} />
              <p>
                Updated <time dateTime={article.updatedAt}>{formatDate(article.updatedAt)}</time>
              </p>
            </div>
          </header>
          <ArticleContent content={article.content} />
        </article>
        <aside className="order-first lg:order-none">
          {sections.length > 2 && <Contents sections={sections} />}
        </aside>
      </div>
      <ReadNext article={article} />
    </div>
  );
}

interface Section {
  id: string;
  title: string;
}

function sectionsOf(content: readonly ArticleNode[]): Section[] {
  return content.flatMap((node) =>
    typeof node !== 'string' && node.tag === 'h2' && node.id ? [{ id: node.id, title: textOf(node) }] : [],
  );
}

function textOf(node: ArticleNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}

function Contents({ sections }: { sections: readonly Section[] }) {
  return (
    <nav
      aria-labelledby="contents"
      className="no-print hidden rounded-box border border-line bg-surface p-5 lg:sticky lg:top-24 lg:block"
    >
      <h2 id="contents" className="font-sans text-sm font-semibold tracking-normal text-muted">
        In this article
      </h2>
      <ul className="mt-2">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`} className="block py-1.5 text-[0.9375rem] hover:underline">
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function ReadNext({ article }: { article: Article }) {
  return (
    <section aria-labelledby="read-next" className="no-print mt-14 border-t border-line pt-10">
      <div className="mb-5 flex flex-wrap items-center justify-between gap-4">
        <h2 id="read-next" className="text-2xl">
          Read next
        </h2>
        <Link to="/learn/returns-calculator" className={buttonClass({ variant: 'secondary' })}>
          <Calculator size={18} aria-hidden="true" />
          Returns calculator
        </Link>
      </div>
      <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
        {article.next.map((next) => (
          <ArticleCard key={next.slug} article={next} categoryShown />
        ))}
      </ul>
    </section>
  );
}

function ArticleSkeleton() {
  return (
    <SkeletonRegion label="Loading the article" className="page-width space-y-6 py-12">
      <Skeleton className="h-5 w-28" />
      <Skeleton className="h-12 w-full max-w-xl" />
      <SkeletonText lines={8} className="prose-width" />
    </SkeletonRegion>
  );
}
