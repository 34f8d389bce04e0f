import type { articles } from '#db/schema/learn.ts';
import type { AdminArticle, AdminArticleRow, ArticleCard, ArticleFields } from '../learn.contract.ts';
import { readingMinutes } from '../learn.rules.ts';

type StoredArticle = Omit<typeof articles.$inferSelect, 'search'>;

/** An article without its text, as lists show it. */
export function cardOf(row: ArticleCard): ArticleCard {
  const { slug, title, summary, category, readingMinutes: minutes } = row;
  return { slug, title, summary, category, readingMinutes: minutes };
}

export function adminRowOf(
  row: Omit<AdminArticleRow, 'updatedAt'> & Pick<StoredArticle, 'updatedAt'>,
): AdminArticleRow {
  return { ...row, updatedAt: row.updatedAt.toISOString() };
}

/** Everything of an article, for who edits it. */
export function adminArticleOf(row: StoredArticle): AdminArticle {
  const { id, slug, title, summary, category, body, status, version } = row;
  return {
    ...{ id, slug, title, summary, category, body, status, version },
    readingMinutes: row.readingMinutes,
    updatedAt: row.updatedAt.toISOString(),
    slugFixed: row.firstPublishedAt !== null,
  };
}

/** The text of an author, as it is stored. */
export function columnsOf(fields: ArticleFields) {
  return { ...fields, readingMinutes: readingMinutes(fields.body) };
}
