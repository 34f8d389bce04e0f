import { Link } from '@tanstack/react-router';
import { Clock } from 'lucide-react';
import { joinClasses } from '#ui/classes.ts';
import type { ArticleCard as Card } from '../learn.contract.ts';
import { categoryLabel } from '../learn.rules.ts';

/** An article in a list: the whole card is its link. */
export function ArticleCard({
  article,
  level = 3,
  categoryShown = false,
}: {
  article: Card;
  level?: 2 | 3;
  categoryShown?: boolean;
}) {
  const Heading = `h${level}` as const;
  return (
    <li className="group relative flex flex-col rounded-box border border-line bg-surface p-4 hover:border-field-line sm:p-6">
      {categoryShown && (
        <p className="mb-1 text-sm font-semibold text-brass">{categoryLabel[article.category]}</p>
      )}
      <Heading className="text-xl">
        <Link
          to="/learn/$slug"
          params={{ slug: article.slug }}
          className="underline-offset-4 group-hover:underline after:absolute after:inset-0 after:rounded-box"
        >
          {article.title}
        </Link>
      </Heading>
      <p className="mt-2 mb-4 text-muted">{article.summary}</p>
      <ReadingTime minutes={article.readingMinutes} className="mt-auto" />
    </li>
  );
}

export function ReadingTime({ minutes, className }: { minutes: number; className?: string }) {
  return (
    <p className={joinClasses('flex items-center gap-1.5 text-sm text-muted', className)}>
      <Clock size={15} aria-hidden="true" />
      {minutes} min read
    </p>
  );
}
