import { and, asc, desc, eq, ne, type SQL, sql } from 'drizzle-orm';
import { articles } from '#db/schema/learn.ts';
import { DomainError } from '#kernel/errors.ts';
import { wordsQueryOf } from '#kernel/search.ts';
import type { Database } from '#platform/server/database/db.ts';
import type { Platform } from '#platform/server/runtime/platform.ts';
import {
  type AdminArticle,
  type AdminArticleRow,
  type Article,
  type ArticleCard,
  type ArticleCategory,
  learnErrors,
  MAX_ARTICLES,
} from '../learn.contract.ts';
import { CATEGORIES } from '../learn.rules.ts';
import { withFigures } from './figures.ts';
import { adminArticleOf, adminRowOf, cardOf } from './learn.views.ts';
import { contentOf } from './markdown.ts';

const MAX_SHOWN_ARTICLES = 3;
const published = eq(articles.status, 'published');
const byCategory = sql`array_position(array[${sql.join(
  CATEGORIES.map((category) => sql`${category}`),
  sql`, `,
)}]::text[], ${articles.category})`;

const card = {
  slug: articles.slug,
  title: articles.title,
  summary: articles.summary,
  category: articles.category,
  readingMinutes: articles.readingMinutes,
};

interface ArticleFilter {
  q?: string | undefined;
  category?: ArticleCategory | undefined;
}

/** The published articles: category by category, or the best match first when something is searched for. */
export async function list(db: Database, { q, category }: ArticleFilter): Promise<ArticleCard[]> {
  const query = q ? wordsQueryOf(q) : null;
  if (q && query === null) return [];
  const matching = sql`(to_tsquery('english', ${query}) || to_tsquery('simple', ${query}))`;
  const order: SQL[] = query === null ? [byCategory] : [desc(sql`ts_rank(${articles.search}, ${matching})`)];
  return db
    .select(card)
    .from(articles)
    .where(
      and(
        published,
        category ? eq(articles.category, category) : undefined,
        query === null ? undefined : sql`${articles.search} @@ ${matching}`,
      ),
    )
    .orderBy(...order, asc(articles.id))
    .limit(MAX_ARTICLES);
}

/**
 * A published article with its content, and what to read next: the rest of its category, then the other categories.
 * @throws ARTICLE_NOT_FOUND also for a draft
 */
export async function article(platform: Platform, { slug }: { slug: string }): Promise<Article> {
  const { db } = platform;
  const [found] = await db
    .select()
    .from(articles)
    .where(and(published, eq(articles.slug, slug)));
  if (!found) throw new DomainError(learnErrors.ARTICLE_NOT_FOUND);
  const next = await db
    .select(card)
    .from(articles)
    .where(and(published, ne(articles.id, found.id)))
    .orderBy(desc(eq(articles.category, found.category)), byCategory, asc(articles.id))
    .limit(MAX_SHOWN_ARTICLES);
  return {
    ...cardOf(found),
    content: contentOf(withFigures(platform, found.body)),
    updatedAt: found.updatedAt.toISOString(),
    next,
  };
}

/** The addresses of the published articles and when each was changed last, for the sitemap. */
export function addresses(db: Database): Promise<{ slug: string; updatedAt: Date }[]> {
  return db
    .select({ slug: articles.slug, updatedAt: articles.updatedAt })
    .from(articles)
    .where(published)
    .orderBy(asc(articles.slug))
    .limit(MAX_ARTICLES);
}

/** Every article, drafts too, the last changed first. */
export async function adminList(db: Database): Promise<AdminArticleRow[]> {
  const found = await db
    .select({
      id: articles.id,
      slug: articles.slug,
      title: articles.title,
      category: articles.category,
      status: articles.status,
      readingMinutes: articles.readingMinutes,
      updatedAt: articles.updatedAt,
    })
    .from(articles)
    .orderBy(desc(articles.updatedAt), asc(articles.id))
    .limit(MAX_ARTICLES);
  return found.map(adminRowOf);
}

/** One article with its Markdown, for who edits it. */
export async function adminArticle(db: Database, { id }: { id: string }): Promise<AdminArticle> {
  const [found] = await db.select().from(articles).where(eq(articles.id, id));
  if (!found) throw new DomainError(learnErrors.ARTICLE_NOT_FOUND);
  return adminArticleOf(found);
}
