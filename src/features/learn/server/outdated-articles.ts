import { isNotNull } from 'drizzle-orm';
import { articles } from '#db/schema/learn.ts';
import type { Queryable } from '#platform/server/database/db.ts';
import { sha256 } from '#platform/server/security/sha256.ts';
import type { ArticleFields } from '../learn.contract.ts';
import { columnsOf } from './learn.views.ts';
import { builtInArticles } from './library/index.ts';

export const digestOf = (article: ArticleFields) => sha256(JSON.stringify(columnsOf(article)));

/** The built-in articles whose text is no longer that of the code, though no author ever saved them. */
export async function outdated(db: Queryable) {
  const { id, slug, builtIn } = articles;
  const untouched = await db.select({ id, slug, builtIn }).from(articles).where(isNotNull(builtIn));
  return builtInArticles.flatMap((article) => {
    const found = untouched.find((one) => one.slug === article.slug);
    return found && found.builtIn !== digestOf(article) ? [{ id: found.id, article }] : [];
  });
}
