import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { BookOpen, Calculator, ChevronRight } from 'lucide-react';
import { counted } from '#kernel/plural.ts';
import { useEarlyInput } from '#platform/browser/early-input.ts';
import { messageOf } from '#platform/browser/errors.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { joinClasses } from '#ui/classes.ts';
import { EmptyState } from '#ui/empty-state.tsx';
import { ErrorState } from '#ui/error-state.tsx';
import { PageHeader } from '#ui/page-header.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { Skeleton, SkeletonRegion } from '#ui/skeleton.tsx';
import type { ArticleCard as ArticleCardData } from '../learn.contract.ts';
import { CATEGORIES, categoryLabel } from '../learn.rules.ts';
import { ArticleCard } from './article-card.tsx';
import { libraryOptions } from './learn-queries.ts';
import type { LibrarySearch } from './learn-search.ts';

interface LibraryScreenProps {
  search: LibrarySearch;
  onSearch: (search: LibrarySearch) => void;
}

export function LibraryScreen({ search, onSearch }: LibraryScreenProps) {
  return (
    <div className="page-width py-6 sm:py-10">
      <PageHeader
        title="Learn"
        description="How shares of buildings work, what they cost, what they earn, and what can go wrong. Written to be read before you invest."
      />
      <div className="mb-8 grid gap-4 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <Finder search={search} onSearch={onSearch} />
        <CalculatorLink />
      </div>
      <Articles search={search} onClear={() => onSearch({})} />
    </div>
  );
}

function Finder({ search, onSearch }: LibraryScreenProps) {
  useEarlyInput(['q'], ({ q }) => {
    if (q !== undefined && q !== search.q) onSearch({ ...search, q });
  });
  return (
    <search aria-label="Find articles" className="space-y-4">
      {/* Before our scripts run the browser sends it, and the server answers with the same page. */}
      <form action="/learn" method="get" onSubmit={(event) => event.preventDefault()}>
        <SearchField
          label="Search articles"
          placeholder="Search articles"
          name="q"
          value={search.q ?? ''}
          onSearch={(q) => onSearch({ ...search, q })}
          className="max-w-xl"
        />
      </form>
      <ul className="flex flex-wrap gap-2" aria-label="Categories">
        <CategoryLink search={{ ...(search.q && { q: search.q }) }} current={!search.category}>
          All
        </CategoryLink>
        {CATEGORIES.map((category) => (
          <CategoryLink
            key={category}
            search={{ ...search, category }}
            current={search.category === category}
          >
            {categoryLabel[category]}
          </CategoryLink>
        ))}
      </ul>
    </search>
  );
}

function CategoryLink(props: { search: LibrarySearch; current: boolean; children: string }) {
  return (
    <li>
      <Link
        to="/learn"
        search={props.search}
        replace
        resetScroll={false}
        activeOptions={{ exact: true, includeSearch: true }}
        className={joinClasses(
          'inline-flex min-h-11 items-center rounded-full border px-4 text-sm font-medium',
          props.current
            ? 'border-primary bg-primary text-primary-content'
            : 'border-field-line/60 bg-surface hover:bg-quiet-soft',
        )}
      >
        {props.children}
      </Link>
    </li>
  );
}

function CalculatorLink() {
  return (
    <Link
      to="/learn/returns-calculator"
      className="group flex items-center gap-4 rounded-box border border-line bg-brass-soft p-5 text-ink"
    >
      <Calculator size={30} strokeWidth={1.5} className="shrink-0 text-brass" aria-hidden="true" />
      <span className="min-w-0">
        <span className="block font-serif text-lg font-medium group-hover:underline">Returns calculator</span>
        <span className="block text-sm">What a purchase could earn over time, after fees.</span>
      </span>
      <ChevronRight size={20} className="ms-auto shrink-0 text-brass" aria-hidden="true" />
    </Link>
  );
}

function Articles({ search, onClear }: { search: LibrarySearch; onClear: () => void }) {
  const library = useQuery({ ...libraryOptions(search), placeholderData: keepPreviousData });
  if (library.isPending) return <LibrarySkeleton />;
  if (!library.data) {
    return (
      <Card>
        <ErrorState
          text={messageOf(library.error)}
          onRetry={() => void library.refetch()}
          retrying={library.isFetching}
        />
      </Card>
    );
  }
  if (library.data.length === 0) return <NothingFound search={search} onClear={onClear} />;
  return (
    <div
      aria-busy={library.isPlaceholderData || undefined}
      className={library.isPlaceholderData ? 'opacity-60' : undefined}
    >
      {search.q ? (
        <FoundArticles articles={library.data} q={search.q} />
      ) : (
        <ArticlesByCategory articles={library.data} />
      )}
    </div>
  );
}

const gridClass = 'grid gap-4 sm:grid-cols-2 lg:grid-cols-3';

function FoundArticles({ articles, q }: { articles: readonly ArticleCardData[]; q: string }) {
  return (
    <section aria-labelledby="found">
      <div role="status">
        <h2 id="found" className="mb-4 text-2xl">
          {counted(articles.length, 'article')} about “{q}”
        </h2>
      </div>
      <ul className={gridClass}>
        {articles.map((article) => (
          <ArticleCard key={article.slug} article={article} categoryShown />
        ))}
      </ul>
    </section>
  );
}

function ArticlesByCategory({ articles }: { articles: readonly ArticleCardData[] }) {
  const groups = CATEGORIES.map((category) => ({
    category,
    own: articles.filter((article) => article.category === category),
  })).filter(({ own }) => own.length > 0);
  return (
    <div className="space-y-10">
      {groups.map(({ category, own }) => (
        <section
          key={category}
          aria-labelledby={`category-${category}`}
          className="lg:grid lg:grid-cols-4 lg:gap-4"
        >
          <h2 id={`category-${category}`} className="mb-4 text-2xl">
            {categoryLabel[category]}
          </h2>
          <ul className={joinClasses('grid gap-4 lg:col-span-3', own.length > 1 && 'sm:grid-cols-2')}>
            {own.map((article) => (
              <ArticleCard key={article.slug} article={article} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

function NothingFound({ search, onClear }: { search: LibrarySearch; onClear: () => void }) {
  const narrowed = Boolean(search.q || search.category);
  return (
    <Card>
      <EmptyState
        icon={BookOpen}
        title={search.q ? `No articles about “${search.q}”` : 'No articles yet'}
        text={
          narrowed
            ? 'Try another word, or look through all articles.'
            : 'Articles appear here when they are published.'
        }
        action={narrowed && <Button onClick={onClear}>Show all articles</Button>}
      />
    </Card>
  );
}

const CARDS = ['one', 'two', 'three', 'four', 'five', 'six'];

function LibrarySkeleton() {
  return (
    <SkeletonRegion label="Loading articles">
      <Skeleton className="mb-4 h-8 w-48" />
      <div className={gridClass}>
        {CARDS.map((card) => (
          <Skeleton key={card} className="h-48 rounded-box" />
        ))}
      </div>
    </SkeletonRegion>
  );
}
